import type { MiddlewareHandler } from 'hono'
import { refuse } from '#model/errors.ts'
import { visitor, type Scope } from '#services/scope.ts'
import type { Env } from '../http/env.ts'
import { credentialOf } from './credential.ts'

export type FindScope = (secret: string) => Promise<Scope | undefined>

/** A wrong key is refused even where a visitor may read: whoever sends one wants to know. */
export function whoAsks(find: FindScope): MiddlewareHandler<Env> {
  return async (c, next) => {
    const secret = credentialOf((name) => c.req.header(name))
    if (secret === undefined) {
      c.set('scope', visitor)
    } else {
      const scope = secret.length <= 512 ? await find(secret) : undefined
      if (!scope) throw refuse('unauthorized')
      c.set('scope', scope)
    }
    await next()
  }
}

/** The scope of a workspace, for everything that writes. */
export function workspaceOf(scope: Scope): Extract<Scope, { kind: 'workspace' }> {
  if (scope.kind !== 'workspace')
    throw refuse('unauthorized', 'This call needs an API key: send it in the "key" header.')
  return scope
}
