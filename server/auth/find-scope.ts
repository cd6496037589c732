import type { Deps } from '#services/context.ts'
import { workspaceScope } from '#services/scope.ts'
import type { FindScope } from './authenticate.ts'

/** The scope a key opens: its workspace, and whether that one publishes. */
export const findScope =
  ({ installation, clock, plans }: Pick<Deps, 'installation' | 'clock' | 'plans'>): FindScope =>
  async (secret) => {
    const key = await installation.keys.find(secret, clock())
    const workspace = key && (await installation.workspaces.get(key.workspace))
    return workspace
      ? workspaceScope({ workspace: workspace.id, keyId: key.id, publish: workspace.publish }, plans.own)
      : undefined
  }
