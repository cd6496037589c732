import { hash } from 'node:crypto'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context, MiddlewareHandler } from 'hono'
import { rateLimitFields } from '#model/rate-limit.ts'
import type { Admissions } from '#services/context.ts'
import type { Admission } from '#store/analytics/read-only.ts'
import type { Log } from '#store/log.ts'
import type { Env } from '../http/env.ts'
import { isHeldOpen } from '../http/path.ts'
import {
  type Caller,
  callerAddress,
  callerOf,
  callerOfSensor,
  callerOfTransporter,
  visitorAt,
} from './caller.ts'
import type { Limits } from './limits.ts'
import type { Place, Places } from './places.ts'
import { limitTable } from './table.ts'
import type { Work } from './work.ts'

export const addressOf = (c: Context<Env>, trustProxy: boolean): string =>
  callerAddress(getConnInfo(c).remote.address ?? '', c.req.header('x-forwarded-for'), trustProxy)

/** Who is counted, from the key or the address. Says once when a proxy's word arrives that is not believed. */
export function whoCounts(
  limits: Limits,
  { trustProxy, log }: { trustProxy: boolean; log: Log },
): MiddlewareHandler<Env> {
  let hasWarned = trustProxy
  return async (c, next) => {
    if (!hasWarned && c.req.header('x-forwarded-for') !== undefined) {
      hasWarned = true
      log.warn(
        {},
        'X-Forwarded-For arrives while TRUST_PROXY is off: everybody behind that proxy is counted as one address. Set TRUST_PROXY=on if the proxy is yours.',
      )
    }
    const address = addressOf(c, trustProxy)
    c.set('address', address)
    c.set('network', visitorAt(address).groups[0].name)
    c.set('searchRequest', requestName(c))
    const sensor = c.get('sensor')
    const transporter = c.get('transporter')
    const caller = sensor
      ? callerOfSensor(sensor)
      : transporter
        ? callerOfTransporter(transporter)
        : callerOf(c.get('scope'), address)
    if (caller.kind === 'key') c.env.connections.trust(c.env.incoming.socket)
    c.set('caller', caller)
    const request = limits.requestOf(caller)
    c.set('admissions', request.admissions)
    c.set('begin', request.begin)
    await next()
  }
}

/**
 * What programs name their requests, so that the same one, sent again, is known; null for what has no name. The name holds for what was
 * asked under it alone: another question is another search.
 */
function requestName({ req }: Context<Env>): string | null {
  const id = req.header('x-request-id')
  if (req.method !== 'GET' || id === undefined || !/^[\w.:-]{8,100}$/.test(id)) return null
  return hash('sha256', `${id} ${req.url}`, 'base64url')
}

/** Calls of programs, which are told how their query seconds stand. */
const isCall = /^\/(?:api|v\d)\//

/**
 * A place among the requests, held until the answer was taken and the work for it has ended: who hangs up and asks again, or
 * reads slowly, gains nothing. @throws Refusal 'rate-limited', 'busy'
 */
export function admitted({ places, work }: Limits): MiddlewareHandler<Env> {
  return async (c, next) => {
    // Its handler counts those that wait for news.
    if (isHeldOpen(c.req.path)) return next()
    const caller = c.get('caller')
    const place = await placeOf(places, c)
    const { leave, keep } = place
    c.set('keepPlace', keep)
    c.set('admissions', leavingRoom(c.get('admissions'), place))
    const { outgoing } = c.env
    let isWorking = true
    let isClosed = outgoing.destroyed
    outgoing.once('close', () => {
      isClosed = true
      if (!isWorking) leave()
    })
    try {
      await next()
      if (c.res.status === 429 || c.res.status === 503) await held(places, c)
    } finally {
      isWorking = false
      if (isClosed) leave()
    }
    if (!isCall.test(c.req.path)) return
    // On the answer itself, whose own fields go before these.
    for (const [name, value] of Object.entries(secondsLeft(work, caller))) outgoing.setHeader(name, value)
  }
}

/** How the query seconds of a caller stand, as every answer to a program tells it; nothing where there is no limit. */
export function secondsLeft(work: Work, caller: Caller): Record<string, string> {
  const { now, max, reset } = work.status(caller)
  if (max === Infinity) return {}
  const { window } = limitTable['query-seconds']
  return rateLimitFields({ limit: 'query-seconds', now, max, window }, reset)
}

/** Wherever the request waits on its way another may have its place; what was begun and must be finished keeps it. */
function leavingRoom(admissions: Admissions, { release, keep }: Place): Admissions {
  const waits =
    (admission: Admission): Admission =>
    async (signal) => {
      release()
      try {
        return await admission(signal)
      } finally {
        keep()
      }
    }
  const { engine, index, tasks } = admissions
  return { ...admissions, engine: waits(engine), index: waits(index), tasks: waits(tasks) }
}

async function placeOf(places: Places, c: Context<Env>): Promise<Place> {
  const [caller, end] = [c.get('caller'), c.get('end')]
  try {
    return places.take(caller, end)
  } catch (refusal) {
    await held(places, c)
    throw refusal
  }
}

/** A refusal is held for a moment, and no connection is the less for others meanwhile. */
async function held(places: Places, { env, var: { caller } }: Context<Env>): Promise<void> {
  const release = env.connections.holding(env.incoming.socket)
  await places.hold(caller)
  release()
}

/** Files with a hashed name are read, not made; under this path is nothing else. */
export const isFile = (path: string): boolean => path.startsWith('/assets/')

/** Waits until there is room to work on a request; its body has been read by then. @throws Refusal 'rate-limited', 'busy' */
export const workedOn: MiddlewareHandler<Env> = async (c, next) => {
  if (isFile(c.req.path) || isHeldOpen(c.req.path)) return next()
  const end = await c.get('begin')(c.get('signal'))
  c.get('keepPlace')()
  try {
    await next()
  } finally {
    end()
  }
}
