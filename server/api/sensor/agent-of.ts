import type { Context, MiddlewareHandler } from 'hono'
import { Refusal, refuse } from '#model/errors.ts'
import { type AgentCtx, agentCtx } from '#services/sensors/agent/agent-ctx.ts'
import type { Deps } from '#services/context.ts'
import type { Env } from '../../http/env.ts'
import { type Buckets, openBuckets } from '../../limits/buckets.ts'

interface CallQuota {
  atOnce: number
  perSecond: number
}

/** Calls of one sensor: heartbeats, configurations, and batches while it sends what had to wait. */
const quota: CallQuota = { atOnce: 200, perSecond: 10 }
/** Of these its heartbeats: an agent sends one in 15 seconds, and the longest takes 30 milliseconds to read. */
const heartbeatQuota: CallQuota = { atOnce: 30, perSecond: 1 }

const bucketsOf = (of: CallQuota): Buckets => openBuckets(of, () => performance.now())
export const sensorBuckets = (): Buckets => bucketsOf(quota)

/** @throws Refusal 'rate-limited' for one that calls too often */
function checkPace(buckets: Buckets, sensor: string, { perSecond }: CallQuota): void {
  const wait = buckets.take(sensor)
  if (wait > 0)
    throw new Refusal('rate-limited', {
      message: `A sensor may call this ${perSecond === 1 ? 'once' : `${perSecond} times`} a second.`,
      retryAfter: Math.max(1, Math.ceil(wait)),
    })
}

const lacksToken = (): Refusal =>
  refuse('unauthorized', "This call needs a sensor's own token: Authorization: Bearer nfs_…")

/** Of calls that are a sensor's own: nobody else is told what they would take. @throws Refusal 'unauthorized' */
export const sensorsOnly: MiddlewareHandler<Env> = async (c, next) => {
  if (!c.var.sensor) throw lacksToken()
  await next()
}

/** Of heartbeats, before they are read. @throws Refusal 'unauthorized', 'rate-limited' */
export function heartbeatsOnly(): MiddlewareHandler<Env> {
  const buckets = bucketsOf(heartbeatQuota)
  return async (c, next) => {
    if (!c.var.sensor) throw lacksToken()
    checkPace(buckets, c.var.sensor.id, heartbeatQuota)
    await next()
  }
}

/** Of calls that are a transporter's own. @throws Refusal 'unauthorized' */
export const transportersOnly: MiddlewareHandler<Env> = async (c, next) => {
  if (!c.var.transporter)
    throw refuse('unauthorized', "This call needs a transporter's own token: Authorization: Bearer nft_…")
  await next()
}

/** The agent that calls. @throws Refusal 'unauthorized' without a sensor's token; 'rate-limited' for one that calls too often */
export async function agentOf(c: Context<Env>, deps: Deps, buckets: Buckets): Promise<AgentCtx> {
  const { sensor, address } = c.var
  if (!sensor) throw lacksToken()
  checkPace(buckets, sensor.id, quota)
  return agentCtx(deps, sensor, address)
}
