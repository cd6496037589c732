import type { Change } from '#store/app/accounts/audit-log.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'

const shown = 200

/** Who changed what in the active workspace, newest first. */
export const listChanges = verb(
  ['user', 'workspace'],
  async (ctx: Ctx): Promise<Omit<Change, 'workspace'>[]> =>
    (await ctx.workspace.people.changes(shown)).map(({ workspace: _workspace, ...change }) => change),
)
