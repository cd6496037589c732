import type { Plan } from '#model/entitlements.ts'

/**
 * Who is asking, made only from a verified key or from nothing (`visitor`). Workspace data is reached through
 * `workspaceOf(scope)` alone, so a query that forgets its tenant cannot be written.
 */
export type Scope =
  | { kind: 'visitor'; plan: Plan }
  | { kind: 'workspace'; plan: Plan; workspace: string; keyId: string; publish: boolean }

export const visitorScope = (plan: Plan): Scope => ({ kind: 'visitor', plan })

export const workspaceScope = (
  key: { workspace: string; keyId: string; publish: boolean },
  plan: Plan,
): Scope => ({ kind: 'workspace', plan, ...key })
