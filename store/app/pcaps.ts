import type { Selectable } from 'kysely'
import { z } from 'zod'
import { type Pcap, type PcapGranted, pcapStates, type PcapUse } from '#model/pcap.ts'
import { jsonOf } from './json-of.ts'
import { lockWorkspaces } from './lock-workspaces.ts'
import { enqueueTask } from './tasks.ts'
import type { AppDatabase, Tables } from './tables.ts'

/** A row as the server keeps it: with who asked, and under which id the file lies ("" where there is none). */
export interface StoredPcap extends Pcap {
  user: string
  file: string
}

export interface EnteredPcap extends Pick<
  StoredPcap,
  'id' | 'user' | 'from' | 'to' | 'sensors' | 'query' | 'estimate' | 'created' | 'expires'
> {
  granted: PcapGranted
}

type Progress = Pick<StoredPcap, 'captures' | 'packets' | 'bytes'>

/** Files of packets that one workspace asked for. */
export interface Pcaps {
  /**
   * Enters one that waits, and the task to make it, in one act with `require`: it throws where there is no room beside what is in use,
   * and nobody else of the workspace enters one meanwhile.
   */
  enter(pcap: EnteredPcap, require: (use: PcapUse) => void): Promise<void>
  /** One past its time is there no more, whenever the job removes it; of `list` and `use` the same is true. */
  get(id: string, now: number): Promise<StoredPcap | null>
  /** Newest first. Rows that cannot be read are left out. */
  list(of: { now: number; limit: number }): Promise<StoredPcap[]>
  /** How many are not over, and the bytes of all files: of what is not over, as many as were estimated. */
  use(now: number): Promise<PcapUse>
  /** Nothing happens to one that is over. @returns false for one that is over, or gone */
  progress(id: string, to: Progress): Promise<boolean>
  /** @returns false where it was over before, or is gone */
  finish(
    id: string,
    to: Pick<StoredPcap, 'state' | 'error'> & Partial<Progress & Pick<StoredPcap, 'file' | 'sha256'>>,
  ): Promise<boolean>
  remove(id: string): Promise<void>
}

/** What the background takes up (services/pcap/run-next.ts). */
export const pcapTask = 'pcap'

const unfinished = ['queued', 'running'] as const

export const pcapsOf = (db: AppDatabase, workspace: string): Pcaps => ({
  enter: ({ from, to, sensors, estimate, granted, ...rest }, require) =>
    db.transaction().execute(async (within) => {
      await lockWorkspaces(within, workspace)
      require(await useOf(within, { workspace, now: rest.created }))
      await within
        .insertInto('pcaps')
        .values({
          ...rest,
          workspace,
          since: from,
          until: to,
          sensors: JSON.stringify(sensors),
          estimate: JSON.stringify(estimate),
          state: 'queued',
          captures: 0,
          packets: 0,
          bytes: 0,
          sha256: '',
          file: '',
          error: '',
        })
        .execute()
      const payload = { pcap: rest.id, granted }
      await enqueueTask(within, { kind: pcapTask, workspace, payload, now: rest.created })
    }),
  async get(id, now) {
    const row = await db
      .selectFrom('pcaps')
      .selectAll()
      .where('workspace', '=', workspace)
      .where('id', '=', id)
      .where('expires', '>', now)
      .executeTakeFirst()
    return row ? (read(row)[0] ?? null) : null
  },
  async list({ now, limit }) {
    const rows = await db
      .selectFrom('pcaps')
      .selectAll()
      .where('workspace', '=', workspace)
      .where('expires', '>', now)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
    return rows.flatMap(read)
  },
  use: (now) => useOf(db, { workspace, now }),
  async progress(id, to) {
    const { numUpdatedRows } = await db
      .updateTable('pcaps')
      .set({ ...to, state: 'running' })
      .where('workspace', '=', workspace)
      .where('id', '=', id)
      .where('state', 'in', unfinished)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },
  async finish(id, to) {
    const { numUpdatedRows } = await db
      .updateTable('pcaps')
      .set(to)
      .where('workspace', '=', workspace)
      .where('id', '=', id)
      .where('state', 'in', unfinished)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },
  async remove(id) {
    await db.deleteFrom('pcaps').where('workspace', '=', workspace).where('id', '=', id).execute()
  },
})

async function useOf(
  db: AppDatabase,
  { workspace, now }: { workspace: string; now: number },
): Promise<PcapUse> {
  const open = await db
    .selectFrom('pcaps')
    .select('estimate')
    .where('workspace', '=', workspace)
    .where('expires', '>', now)
    .where('state', 'in', unfinished)
    .execute()
  const { bytes } = await db
    .selectFrom('pcaps')
    .select((row) => row.fn.sum('bytes').as('bytes'))
    .where('workspace', '=', workspace)
    .where('expires', '>', now)
    .where('file', '!=', '')
    .executeTakeFirstOrThrow()
  const estimated = open.map(({ estimate }) => estimateText.safeParse(jsonOf(estimate)).data?.bytes ?? 0)
  return { open: open.length, bytes: estimated.reduce((all, one) => all + one, Number(bytes ?? 0)) }
}

/** Those of any workspace that are past their time, with their files. */
export const expiredPcaps = (
  db: AppDatabase,
  { now, limit }: { now: number; limit: number },
): Promise<{ id: string; workspace: string; file: string }[]> =>
  db
    .selectFrom('pcaps')
    .select(['id', 'workspace', 'file'])
    .where('expires', '<=', now)
    .orderBy('expires')
    .limit(limit)
    .execute()

/** Files that somebody's row names. */
export async function filesOfPcaps(db: AppDatabase): Promise<Set<string>> {
  const rows = await db.selectFrom('pcaps').select('file').where('file', '!=', '').execute()
  return new Set(rows.map(({ file }) => file))
}

const sensorsText = z.array(z.string())
const stateText = z.enum(pcapStates)
const estimateText = z.object({
  sessions: z.number(),
  packets: z.number(),
  bytes: z.number(),
  captures: z.number(),
  readBytes: z.number(),
  seconds: z.number(),
})

/** Nothing for a row that is not what was written. */
function read({ workspace: _workspace, since, until, ...row }: Selectable<Tables['pcaps']>): StoredPcap[] {
  const sensors = sensorsText.safeParse(jsonOf(row.sensors)).data
  const estimate = estimateText.safeParse(jsonOf(row.estimate)).data
  const state = stateText.safeParse(row.state).data
  return sensors && estimate && state ? [{ ...row, from: since, to: until, sensors, estimate, state }] : []
}
