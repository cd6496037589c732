import type { KeyScope } from '#model/account/key-scope.ts'
import { refuse } from '#model/errors.ts'
import { verb } from '../access.ts'
import type { WriteCtx } from '../context.ts'
import { maskedKey } from '../workspace/key.ts'

/** A key of any workspace, as the operator of the installation sees it. */
export interface KeyListed {
  id: string
  workspace: string
  /** "" for the server's own. */
  name: string
  masked: string
  scopes: readonly KeyScope[]
  created: number
  /** 0: never. */
  lastUsed: number
  expires: number | null
}

/** Every key that works, newest first in each workspace. */
export const listKeys = verb(['installation'], async (ctx: WriteCtx): Promise<KeyListed[]> => {
  const listed: KeyListed[] = []
  for (const { id: workspace } of await ctx.installation.workspaces.list())
    for (const key of await ctx.installation.workspace(workspace).keys.list(ctx.clock())) {
      const { id, name, scopes, created, lastUsed, expires } = key
      listed.push({ id, workspace, name, masked: maskedKey(key), scopes, created, lastUsed, expires })
    }
  return listed
})

/** Ends a key at once, of whichever workspace. @throws Refusal 'not-found', 'conflict' for the server's own */
export const revokeKey = verb(
  ['installation'],
  async (ctx: WriteCtx, { id }: { id: string }): Promise<void> => {
    for (const { id: workspace } of await ctx.installation.workspaces.list()) {
      const { keys } = ctx.installation.workspace(workspace)
      const key = (await keys.list(ctx.clock())).find((one) => one.id === id)
      if (!key) continue
      if (key.madeBy === null)
        throw refuse(
          'conflict',
          'This is the key of the server itself. A start without the file local-key makes another.',
        )
      await keys.remove(id)
      return ctx.record({
        act: 'key.revoke',
        subject: `key ${id}`,
        before: `${key.name} ${maskedKey(key)}`,
        workspace,
      })
    }
    throw refuse('not-found', 'There is no such key.')
  },
)
