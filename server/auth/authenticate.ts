import type { MiddlewareHandler } from 'hono'
import type { Plans } from '#model/entitlements.ts'
import { type Scope, visitorScope } from '#services/scope.ts'
import type { Env } from '../http/env.ts'
import { isAtMachine } from './at-machine.ts'
import { credentialOf } from './credential.ts'

export type FindScope = (secret: string) => Promise<Scope | undefined>

/** Finds the scope of a request. That of a wrong key is a visitor's until it was counted and refused (limits/wrong-keys.ts). */
export function whoAsks(
  find: FindScope,
  { visitor: plan }: Plans,
  listening: { host: string; trustProxy: boolean },
): MiddlewareHandler<Env> {
  const visitor = visitorScope(plan)
  const atMachine = visitorScope(plan, true)
  return async (c, next) => {
    const secret = credentialOf((name) => c.req.header(name))
    const scope = secret !== undefined && secret.length <= 512 ? await find(secret) : undefined
    c.set('scope', scope ?? (isAtMachine(c, listening) ? atMachine : visitor))
    c.set('hasWrongKey', secret !== undefined && !scope)
    await next()
  }
}
