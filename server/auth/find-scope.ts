import type { KeyScope } from '#model/account/key-scope.ts'
import type { Plan } from '#model/entitlements.ts'
import type { Deps } from '#services/context.ts'
import { workspaceScope } from '#services/scope.ts'
import { planOfUser } from '#model/account/plan-of-user.ts'
import type { FindScope } from './authenticate.ts'

/** The scope a key opens: its workspace, whether that one publishes, and the plan of its owner. */
export const findScope =
  ({ installation, clock, plans }: Pick<Deps, 'installation' | 'clock' | 'plans'>): FindScope =>
  async (secret) => {
    const now = clock()
    const key = await installation.keys.find(secret, now)
    const workspace = key && (await installation.workspaces.get(key.workspace))
    if (!workspace) return undefined
    const owner = await installation.accounts.ownerOf(workspace.id)
    const scope = workspaceScope(
      {
        workspace: workspace.id,
        keyId: key.id,
        publish: workspace.publish,
        owner: owner?.id ?? null,
        scopes: key.scopes,
        isServers: key.madeBy === null,
      },
      planFor(key.scopes, owner ? planOfUser(plans, owner, now) : plans.own),
    )
    return { scope, until: key.expires ?? Infinity }
  }

/** A key that may not read holds nothing that is read; one object for each plan. */
function planFor(scopes: readonly KeyScope[], plan: Plan): Plan {
  if (scopes.includes('read') || scopes.includes('admin')) return plan
  const known = withoutReading.get(plan) ?? {
    ...plan,
    entitlements: new Set([...plan.entitlements].filter((id) => id === 'feature-api')),
  }
  withoutReading.set(plan, known)
  return known
}
const withoutReading = new WeakMap<Plan, Plan>()
