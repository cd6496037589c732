import { effectiveOffering } from '#model/account/offering.ts'
import type { Deps } from '#services/context.ts'
import { workspaceScope } from '#services/scope.ts'
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
    return workspaceScope(
      { workspace: workspace.id, keyId: key.id, publish: workspace.publish },
      owner ? plans.offerings[effectiveOffering(owner, now)] : plans.own,
    )
  }
