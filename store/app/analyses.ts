import type { Selectable } from 'kysely'
import { z } from 'zod'
import {
  type Analysis,
  type AnalysisKind,
  analysisKinds,
  analysisStates,
  type AnalysisTotals,
  noTotals,
} from '#model/analysis.ts'
import { jsonOf } from './json-of.ts'
import { lockWorkspaces } from './lock-workspaces.ts'
import { enqueueTask } from './tasks.ts'
import type { AppDatabase, Tables } from './tables.ts'

/** A row as the server keeps it: with who made it, and under which ids its files lie. */
export interface StoredAnalysis extends Omit<Analysis, 'own'> {
  /** A user's id; "" for a key of the workspace. */
  user: string
  /** Files (store/files): what was sent, and what came of it; "" where there is none any more, or yet. */
  input: string
  result: string
}

/** What one workspace had analyzed. */
export interface Analyses {
  /**
   * Enters one that waits, and the task to do it, in one act with `require`, which throws where there is no room beside those that are not
   * over: nobody else of the workspace enters one meanwhile.
   */
  enter(analysis: EnteredAnalysis, require?: (open: number) => void): Promise<void>
  /** One past its time is there no more, whenever the job removes it; of `list`, `names` and `open` the same is true. */
  get(id: string, now: number): Promise<StoredAnalysis | null>
  /** Newest first: those of a user and those that are shared. Rows that cannot be read are left out. */
  list(of: ListsOf & { before?: string }): Promise<StoredAnalysis[]>
  /** What those that `list` tells are called, without the rest of them. */
  names(of: ListsOf): Promise<ListName[]>
  /** How many are not over. */
  open(now: number): Promise<number>
  change(id: string, to: { name?: string; shared?: boolean }): Promise<void>
  /** How far it is; nothing happens to one that is over. @returns false for one that is over, or gone */
  progress(id: string, to: { read: number; totals: AnalysisTotals }): Promise<boolean>
  /** Its input is told no more: whoever ends it removes the file. @returns false where it was over before, or is gone */
  finish(
    id: string,
    to: Pick<StoredAnalysis, 'state' | 'totals' | 'result' | 'error'> & { read?: number },
  ): Promise<boolean>
  remove(id: string): Promise<void>
}

interface ListsOf {
  user: string
  kind: AnalysisKind
  now: number
  limit: number
}

/** As much of an analysis as finds its list. */
export type ListName = Pick<StoredAnalysis, 'id' | 'name' | 'state' | 'result'>

export interface EnteredAnalysis extends Pick<
  StoredAnalysis,
  'id' | 'user' | 'kind' | 'name' | 'fileName' | 'bytes' | 'input' | 'shared' | 'created' | 'expires'
> {
  /** Days that what its blocks hold may reach back from when it was sent; as many as there are unless it is said. */
  reachDays?: number
}

/** What the background takes up (services/analysis/run-next.ts). */
export const analysisTask = 'analysis'

export const analysesOf = (db: AppDatabase, workspace: string): Analyses => {
  const unfinished = ['queued', 'running'] as const
  const openIn = async (within: AppDatabase, now: number): Promise<number> => {
    const { count } = await within
      .selectFrom('analyses')
      .select((row) => row.fn.countAll().as('count'))
      .where('workspace', '=', workspace)
      .where('expires', '>', now)
      .where('state', 'in', unfinished)
      .executeTakeFirstOrThrow()
    return Number(count)
  }
  return {
    enter: ({ fileName, shared, reachDays, ...rest }, require) =>
      db.transaction().execute(async (within) => {
        await lockWorkspaces(within, workspace)
        require?.(await openIn(within, rest.created))
        await within
          .insertInto('analyses')
          .values({
            ...rest,
            workspace,
            file_name: fileName,
            shared: shared ? 1 : 0,
            result: '',
            state: 'queued',
            read: 0,
            totals: JSON.stringify(noTotals),
            error: '',
          })
          .execute()
        await enqueueTask(within, {
          kind: analysisTask,
          workspace,
          payload: { analysis: rest.id, reachDays },
          now: rest.created,
        })
      }),
    async get(id, now) {
      const row = await db
        .selectFrom('analyses')
        .selectAll()
        .where('workspace', '=', workspace)
        .where('id', '=', id)
        .where('expires', '>', now)
        .executeTakeFirst()
      return row ? (read(row)[0] ?? null) : null
    },
    async list({ user, kind, now, limit, before }) {
      let rows = db
        .selectFrom('analyses')
        .selectAll()
        .where('workspace', '=', workspace)
        .where('kind', '=', kind)
        .where('expires', '>', now)
        .where((row) => row.or([row('user', '=', user), row('shared', '=', 1)]))
        .orderBy('id', 'desc')
        .limit(limit)
      if (before !== undefined) rows = rows.where('id', '<', before)
      return (await rows.execute()).flatMap(read)
    },
    async names({ user, kind, now, limit }) {
      const rows = await db
        .selectFrom('analyses')
        .select(['id', 'name', 'state', 'result'])
        .where('workspace', '=', workspace)
        .where('kind', '=', kind)
        .where('expires', '>', now)
        .where((row) => row.or([row('user', '=', user), row('shared', '=', 1)]))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.flatMap(({ state: written, ...row }) => {
        const state = stateText.safeParse(written).data
        return state ? [{ ...row, state }] : []
      })
    },
    open: (now) => openIn(db, now),
    async change(id, { name, shared }) {
      const values = {
        ...(name !== undefined && { name }),
        ...(shared !== undefined && { shared: shared ? 1 : 0 }),
      }
      if (Object.keys(values).length === 0) return
      await db
        .updateTable('analyses')
        .set(values)
        .where('workspace', '=', workspace)
        .where('id', '=', id)
        .execute()
    },
    async progress(id, { read: bytes, totals }) {
      const { numUpdatedRows } = await db
        .updateTable('analyses')
        .set({ state: 'running', read: bytes, totals: JSON.stringify(totals) })
        .where('workspace', '=', workspace)
        .where('id', '=', id)
        .where('state', 'in', unfinished)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
    async finish(id, { state, totals, result, error, read: bytes }) {
      const { numUpdatedRows } = await db
        .updateTable('analyses')
        .set({
          state,
          totals: JSON.stringify(totals),
          input: '',
          result,
          error,
          ...(bytes !== undefined && { read: bytes }),
        })
        .where('workspace', '=', workspace)
        .where('id', '=', id)
        .where('state', 'in', unfinished)
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
    async remove(id) {
      await db.deleteFrom('analyses').where('workspace', '=', workspace).where('id', '=', id).execute()
    },
  }
}

/** Those of any workspace that are past their time, with the files to remove. */
export async function expiredAnalyses(
  db: AppDatabase,
  { now, limit }: { now: number; limit: number },
): Promise<{ id: string; workspace: string; files: string[] }[]> {
  const rows = await db
    .selectFrom('analyses')
    .select(['id', 'workspace', 'input', 'result'])
    .where('expires', '<=', now)
    .orderBy('expires')
    .limit(limit)
    .execute()
  return rows.map(({ id, workspace, input, result }) => ({
    id,
    workspace,
    files: [input, result].filter((file) => file !== ''),
  }))
}

/** Files that some analysis names. */
export async function filesOfAnalyses(db: AppDatabase): Promise<Set<string>> {
  const rows = await db.selectFrom('analyses').select(['input', 'result']).execute()
  return new Set(rows.flatMap(({ input, result }) => [input, result]).filter((file) => file !== ''))
}

const totalsText = z.object({
  submitted: z.number(),
  unique: z.number(),
  /** Rows of servers before it was counted have none. */
  duplicates: z.number().default(0),
  reserved: z.number(),
  ignored: z.number(),
  blocks: z.number(),
})
const kindText = z.enum(analysisKinds)
const stateText = z.enum(analysisStates)

/** Nothing for a row that is not what was written. */
function read({
  workspace: _workspace,
  file_name,
  shared,
  kind: kindWritten,
  state: stateWritten,
  totals: totalsWritten,
  ...rest
}: Selectable<Tables['analyses']>): StoredAnalysis[] {
  const kind = kindText.safeParse(kindWritten).data
  const state = stateText.safeParse(stateWritten).data
  const totals = totalsText.safeParse(jsonOf(totalsWritten)).data
  if (!kind || !state || !totals) return []
  return [{ ...rest, kind, state, fileName: file_name, shared: shared === 1, totals }]
}
