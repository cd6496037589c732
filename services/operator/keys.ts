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
  /** Address of who made it; "" for somebody who left, null for the server. */
  madeBy: string | null
  created: number
  /** 0: never. */
  lastUsed: number
  expires: number | null
}

/** Every key that works, of one workspace or of all; newest first in each. @throws Refusal 'not-found' */
export const listKeys = verb(
  ['installation'],
  async (ctx: WriteCtx, of: { workspace?: string | undefined }): Promise<KeyListed[]> => {
    const { accounts, workspaces, keys } = ctx.installation
    const [all, found, users] = await Promise.all([
      workspaces.list(),
      keys.list(ctx.clock()),
      accounts.list(),
    ])
    const asked = all.filter(({ id }) => of.workspace === undefined || id === of.workspace)
    if (of.workspace !== undefined && asked.length === 0)
      throw refuse('not-found', 'There is no such workspace.')
    const emails = new Map(users.map(({ id, email }) => [id, email]))
    const byWorkspace = Map.groupBy(found, ({ workspace }) => workspace)
    return asked
      .flatMap(({ id }) => byWorkspace.get(id) ?? [])
      .map(({ tail, madeBy, ...key }) => ({
        ...key,
        masked: maskedKey({ tail }),
        madeBy: madeBy === null ? null : (emails.get(madeBy) ?? ''),
      }))
  },
)

/** Ends a key at once, of whichever workspace. @throws Refusal 'not-found', 'conflict' for the server's own */
export const revokeKey = verb(
  ['installation'],
  async (ctx: WriteCtx, { id }: { id: string }): Promise<void> => {
    const { installation } = ctx
    const key = (await installation.keys.list(ctx.clock())).find((one) => one.id === id)
    if (!key) throw refuse('not-found', 'There is no such key.')
    if (key.madeBy === null)
      throw refuse(
        'conflict',
        'This is the key of the server itself. A start without the file local-key makes another.',
      )
    await installation.workspace(key.workspace).keys.remove(id)
    return ctx.record({
      act: 'key.revoke',
      subject: `key ${id}`,
      before: `${key.name} ${maskedKey(key)}`,
      workspace: key.workspace,
    })
  },
)
