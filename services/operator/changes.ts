import type { Change } from '#store/app/accounts/audit-log.ts'
import { verb } from '../access.ts'
import type { Ctx, WriteCtx } from '../context.ts'

export type ChangeRow = Change & { id: string }

/** Which part of a log: from an instant on (milliseconds), behind the row of that id, and so many at most. */
export interface LogPart {
  since: number
  after?: string | undefined
  limit?: number | undefined
}

const atOnce = 500

/** Every change of the installation, oldest first, of a workspace where one is named. */
export const allChanges = verb(
  ['installation'],
  async (
    ctx: WriteCtx,
    { workspace, ...part }: LogPart & { workspace: string | undefined },
  ): Promise<AsyncIterable<ChangeRow[]>> => {
    const { accounts } = ctx.installation
    return pages(part, (of) => accounts.changes({ workspace, ...of }))
  },
)

/** Every change of the active workspace, oldest first. */
export const workspaceChanges = verb(
  ['user', 'workspace'],
  async (ctx: Ctx, part: LogPart): Promise<AsyncIterable<ChangeRow[]>> => {
    const { people } = ctx.workspace
    return pages(part, (of) => people.changesAfter(of))
  },
)

/** A page at a time, read when it is wanted, so that the longest log takes the memory of one. */
async function* pages(
  { since, after = '', limit = Infinity }: LogPart,
  read: (of: { since: number; after: string; limit: number }) => Promise<ChangeRow[]>,
): AsyncIterable<ChangeRow[]> {
  for (let left = limit; left > 0;) {
    const size = Math.min(left, atOnce)
    const rows = await read({ since, after, limit: size })
    if (rows.length > 0) yield rows
    if (rows.length < size) return
    after = rows.at(-1)?.id ?? after
    left -= rows.length
  }
}
