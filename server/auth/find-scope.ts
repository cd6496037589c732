import { findKey } from '#store/app/keys.ts'
import { getWorkspace } from '#store/app/workspaces.ts'
import type { Deps } from '#services/context.ts'
import { workspaceScope } from '#services/scope.ts'
import type { FindScope } from './authenticate.ts'

/** The scope a key opens: its workspace, and whether that one publishes. */
export const findScope =
  ({ db, clock, plans }: Pick<Deps, 'db' | 'clock' | 'plans'>): FindScope =>
  async (secret) => {
    const key = await findKey(db, secret, clock())
    const workspace = key && (await getWorkspace(db, key.workspace))
    return workspace
      ? workspaceScope({ workspace: workspace.id, keyId: key.id, publish: workspace.publish }, plans.own)
      : undefined
  }
