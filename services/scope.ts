import type { Plan } from '#model/entitlements.ts'
import { refuse } from '#model/errors.ts'

/**
 * Who is asking: `isOperator` of a visitor at the machine itself, who holds no key and may read how the server fares. Made only from a verified key or from nothing (`visitor`). Workspace data is reached through
 * `workspaceOf(scope)` alone, so a query that forgets its tenant cannot be written.
 */
export type Scope =
  | { kind: 'visitor'; plan: Plan; isOperator?: boolean }
  | { kind: 'workspace'; plan: Plan; workspace: string; keyId: string; publish: boolean }

export const visitorScope = (plan: Plan, isOperator = false): Scope => ({ kind: 'visitor', plan, isOperator })

export const workspaceScope = (
  key: { workspace: string; keyId: string; publish: boolean },
  plan: Plan,
): Scope => ({ kind: 'workspace', plan, ...key })

/** The scope of a workspace, for everything that is a workspace's. @throws Refusal 'unauthorized' for a visitor */
export function workspaceOf(scope: Scope): Extract<Scope, { kind: 'workspace' }> {
  if (scope.kind !== 'workspace')
    throw refuse('unauthorized', 'This call needs an API key: send it in the "key" header.')
  return scope
}
