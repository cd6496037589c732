import type { Change } from '#store/app/accounts/audit-log.ts'
import { verb } from '../access.ts'
import type { Ctx, WriteCtx } from '../context.ts'

export type ChangeRow = Change & { id: string }

const atOnce = 500

/** Every change of the installation, oldest first, of a workspace where one is named. @param since milliseconds */
export const allChanges = verb(
  ['installation'],
  async (
    ctx: WriteCtx,
    { workspace, since }: { workspace: string | undefined; since: number },
  ): Promise<AsyncIterable<ChangeRow>> => {
    const { accounts } = ctx.installation
    return paged((after) => accounts.changes({ workspace, since, after, limit: atOnce }))
  },
)

/** Every change of the active workspace, oldest first. */
export const workspaceChanges = verb(
  ['user', 'workspace'],
  async (ctx: Ctx, { since }: { since: number }): Promise<AsyncIterable<ChangeRow>> => {
    const { people } = ctx.workspace
    return paged((after) => people.changesAfter({ since, after, limit: atOnce }))
  },
)

/** A page at a time, so that the longest log takes the memory of one. */
async function* paged(read: (after: string) => Promise<ChangeRow[]>): AsyncIterable<ChangeRow> {
  for (let after = ''; ;) {
    const rows = await read(after)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < atOnce) return
    after = last.id
  }
}
