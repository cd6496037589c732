import { ownPlan, visitorPlan, type Plan } from '#model/entitlements.ts'

/**
 * Who is asking, made only from a verified key or from nothing (`visitor`). Workspace data is reached through
 * `workspaceOf(scope)` alone, so a query that forgets its tenant cannot be written.
 */
export type Scope =
  | { kind: 'visitor'; plan: Plan }
  | { kind: 'workspace'; plan: Plan; workspace: string; keyId: string; publish: boolean }

export const visitor: Scope = { kind: 'visitor', plan: visitorPlan }

export const workspaceScope = (key: { workspace: string; keyId: string; publish: boolean }): Scope => ({
  kind: 'workspace',
  plan: ownPlan,
  ...key,
})
