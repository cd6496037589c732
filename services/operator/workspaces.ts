import { refuse } from '#model/errors.ts'
import { emailKey } from '#model/account/user.ts'
import { verb } from '../access.ts'
import type { WriteCtx } from '../context.ts'
import { nameIn } from '../workspace/change.ts'

/** A workspace as the operator of the installation sees it. */
export interface WorkspaceListed {
  id: string
  name: string
  /** Address of its owner; "" while nobody is. */
  owner: string
  members: number
  keys: number
  captures: number
  /** Whether its captures feed the global records. */
  publish: boolean
  created: number
  /** When it is deleted, milliseconds; null: it stays. */
  removal: number | null
}

/** Every workspace that was not removed, oldest first. */
export const listWorkspaces = verb(['installation'], async (ctx: WriteCtx): Promise<WorkspaceListed[]> => {
  const all = await ctx.installation.workspaces.overviews(ctx.clock())
  return all.map(({ members, ...workspace }) => ({
    ...workspace,
    owner: members.find(({ isOwner }) => isOwner)?.email ?? '',
    members: members.length,
  }))
})

export interface WorkspaceChange {
  id: string
  name?: string | undefined
  /** Address of a member. */
  owner?: string | undefined
}

/**
 * Renames a workspace, makes one of its members the owner, or both; nothing where either is refused. It stands in the log of that
 * workspace, whose people read there what was done.
 * @throws Refusal 'invalid-input', 'not-found'
 */
export const changeWorkspace = verb(
  ['installation'],
  async (ctx: WriteCtx, { id, name, owner }: WorkspaceChange): Promise<void> => {
    const { workspaces } = ctx.installation
    const found = await workspaces.get(id)
    if (!found || (await workspaces.removed()).has(id))
      throw refuse('not-found', 'There is no such workspace.')
    const { people, rename } = ctx.installation.workspace(id)
    const at = { subject: `workspace ${id}`, workspace: id }
    const newName = name === undefined ? undefined : nameIn(name)
    if (owner !== undefined) {
      const members = await people.members()
      const next = members.find(({ email }) => emailKey(email) === emailKey(owner))
      if (!next || !(await people.handOver(next.id)))
        throw refuse('not-found', `${owner.slice(0, 300)} is no member of this workspace.`, {
          parameter: 'owner',
        })
      const before = members.find(({ isOwner }) => isOwner)?.email ?? ''
      await ctx.record({ ...at, act: 'workspace.owner', before, after: next.email })
    }
    if (newName === undefined) return
    await rename(newName)
    await ctx.record({ ...at, act: 'workspace.rename', before: found.name, after: newName })
  },
)
