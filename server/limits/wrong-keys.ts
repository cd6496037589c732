import type { MiddlewareHandler } from 'hono'
import { refuse } from '#model/errors.ts'
import type { Env } from '../http/env.ts'
import type { Limits } from './limits.ts'

/** Query seconds that a wrong key costs the address it came from: with the usual 60 a minute, 240 wrong keys. */
export const wrongKeySeconds = 0.25

/**
 * A wrong key is refused even where a visitor may read: whoever sends one wants to know. It is counted for the address, as
 * a visitor's request is; good keys from the same address are not, whatever it has used.
 * @throws Refusal 'unauthorized'; 'rate-limited', 'busy' when the address, or all visitors, sent too many
 */
export function noWrongKeys({ counts, work }: Limits): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (!c.get('hasWrongKey')) return next()
    const caller = c.get('caller')
    work.check(caller)
    const leave = counts.take('requests', caller)
    const { outgoing } = c.env
    if (outgoing.destroyed) leave()
    else outgoing.once('close', leave)
    work.charge(caller, wrongKeySeconds)
    throw refuse('unauthorized')
  }
}
