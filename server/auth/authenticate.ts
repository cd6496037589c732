import type { Context, MiddlewareHandler } from 'hono'
import type { Plans } from '#model/entitlements.ts'
import { refuse } from '#model/errors.ts'
import { type Scope, visitorScope } from '#services/scope.ts'
import type { Transporter } from '#services/sensors/transporter/transporter.ts'
import type { Sensor } from '#store/app/sensors/sensor.ts'
import type { Env } from '../http/env.ts'
import { isCallOfAgent } from '../http/path.ts'
import { isPage } from './is-page.ts'
import { openAtMachine } from './at-machine.ts'
import { type Reached, signInSecret } from './cookies.ts'
import { credentialOf } from './credential.ts'

/** What a secret opens, and until when. */
export interface Found {
  scope: Scope
  /** Milliseconds since 1970 UTC; Infinity: without end. */
  until: number
}
export type FindScope = (secret: string) => Promise<Found | undefined>

/** By what somebody may be known who asks. */
export interface ScopeFinders {
  byKey: FindScope
  bySignIn: FindScope
  /** Whose a sensor's own token is. */
  sensorBy: (secret: string) => Promise<Sensor | null>
  transporterBy: (secret: string) => Promise<Transporter | null>
  /** Another number after every change of a key or a workspace; null while that is not known. */
  generation: () => number | null
}

/**
 * Finds the scope of a request: of its key, else of its sign-in, else a visitor's. That of a wrong key is a visitor's until it was
 * counted and refused (limits/wrong-keys.ts); a sign-in that is over is nobody's.
 */
export function whoAsks(
  { byKey, bySignIn, sensorBy, transporterBy, generation }: ScopeFinders,
  { visitor: plan }: Plans,
  listening: { host: string } & Reached,
): MiddlewareHandler<Env> {
  const visitor = visitorScope(plan)
  const atMachine = visitorScope(plan, true)
  const isAtMachine = openAtMachine(listening)
  return async (c, next) => {
    // Before anything is found: what changes meanwhile makes it another.
    c.set('scopeGeneration', generation())
    const secret = credentialOf((name) => c.req.header(name))
    c.set('sensor', null)
    c.set('transporter', null)
    // A sensor's or a transporter's token is one in no other place, and no other opens these calls.
    if (isCallOfAgent(c.req.path)) {
      const sensor = secret === undefined ? null : await sensorBy(secret)
      c.set('sensor', sensor)
      const transporter = secret === undefined || sensor ? null : await transporterBy(secret)
      c.set('transporter', transporter)
      c.set('scope', visitor)
      c.set('scopeUntil', Infinity)
      c.set('hasWrongKey', secret !== undefined && !sensor && !transporter)
      return next()
    }
    const cookie = secret === undefined ? signInSecret(c, listening) : undefined
    const found =
      secret !== undefined
        ? secret.length <= 512 && (await byKey(secret))
        : cookie !== undefined && (await bySignIn(cookie).catch(onlyLogged(c)))
    c.set('scope', found ? found.scope : isAtMachine(c) ? atMachine : visitor)
    c.set('scopeUntil', found ? found.until : Infinity)
    c.set('hasWrongKey', secret !== undefined && !found)
    await next()
  }
}

/** Where who is signed in cannot be found out a page is a visitor's, and the log says why (specification §8); a call fails. */
const onlyLogged =
  (c: Context<Env>) =>
  (error: unknown): undefined => {
    if (!isPage(c)) throw error
    c.var.log.error({ err: error }, 'the user could not be fetched')
  }

/**
 * A browser sends its cookies with whatever any page makes it ask for. Those of other origins were refused by what the browser says of
 * them (http/hosts.ts); what says nothing of where it comes from writes nothing in the name of who is signed in.
 */
export const onlyPagesWrite: MiddlewareHandler<Env> = async (c, next) => {
  const isWriting = !['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)
  const isSaid = c.req.header('origin') !== undefined || c.req.header('sec-fetch-site') !== undefined
  if (isWriting && !isSaid && c.var.scope.kind === 'user')
    throw refuse('forbidden', 'Signed in you write from pages of this server. Programs use a key.')
  await next()
}
