import type { Selectable } from 'kysely'
import { z } from 'zod'
import { type Origin, origins, type Vantage, vantages } from '#model/session.ts'
import { isIntactRow, sumOf, summed } from './row-sum.ts'
import type { AppDatabase, Tables } from './tables.ts'

/** A capture that was accepted; its content lies in store/files under the same id. */
export interface Capture {
  id: string
  workspace: string
  name: string
  /** SHA-256 of the content, hex. */
  sha256: string
  bytes: number
  /** What was added to its times, milliseconds. */
  shiftMs: number
  sessions: number
  /** What dissecting it told (packet/dissect). */
  report: Record<string, unknown>
  origin: Origin
  /** What it was taken at: a sensor, or a network in use. */
  vantage: Vantage
  created: number
  /** Id of its batch in the spool; "" in rows of older releases. */
  batch: string
  sensor: string
  published: boolean
  /** Sessions by day of their origin, "live 2026-03-15". */
  days: Record<string, number>
  /** Sessions that were not taken, and why. */
  refused: { reason: string; count: number }[]
}

const reportText = z.record(z.string(), z.unknown())
const daysText = z.record(z.string(), z.number())
const refusedText = z.array(z.object({ reason: z.string(), count: z.number() }))
const originText = z.enum(origins)
const kindText = z.enum(vantages)

/** Enters a capture; entering the same id again changes nothing. */
export async function enterCapture(db: AppDatabase, capture: Capture): Promise<void> {
  await db
    .insertInto('captures')
    .values(valuesOf(capture))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** Enters a capture in place of a row nobody can read; what it was taken at stays when that much can be read. */
export async function replaceCapture(db: AppDatabase, capture: Capture): Promise<void> {
  const { id, vantage } = capture
  const found = await db.selectFrom('captures').select('kind').where('id', '=', id).executeTakeFirst()
  const values = valuesOf({ ...capture, vantage: kindText.safeParse(found?.kind).data ?? vantage })
  await db
    .insertInto('captures')
    .values(values)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}

/** Those of at most a thousand ids that have a row, readable or not. */
export async function knownCaptures(db: AppDatabase, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('captures').select('id').where('id', 'in', ids).execute()
  return rows.map(({ id }) => id)
}

/** null also for a row that cannot be read. */
export async function getCapture(db: AppDatabase, id: string): Promise<Capture | null> {
  const row = await db.selectFrom('captures').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? captureOf(row) : null
}

/** The same of one workspace: null also for a capture of another. */
export async function getCaptureOf(
  db: AppDatabase,
  { id, workspace }: { id: string; workspace: string },
): Promise<Capture | null> {
  const row = await db
    .selectFrom('captures')
    .selectAll()
    .where('id', '=', id)
    .where('workspace', '=', workspace)
    .executeTakeFirst()
  return row ? captureOf(row) : null
}

/** Ids that one statement may name. */
const idsAtOnce = 1000

/** Those of some ids that a workspace has and whose packets are kept; rows that cannot be read are left out. */
export async function capturesNamed(
  db: AppDatabase,
  { ids, workspace }: { ids: readonly string[]; workspace: string },
): Promise<Capture[]> {
  const found: Capture[] = []
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    const rows = await db
      .selectFrom('captures')
      .selectAll()
      .where('workspace', '=', workspace)
      .where('id', 'in', ids.slice(at, at + idsAtOnce))
      .where('id', 'not in', (of) => of.selectFrom('removed_packets').select('capture'))
      .execute()
    found.push(...readableOf(rows))
  }
  return found
}

/** Bytes of those of some ids that a workspace has and whose packets are kept. */
export async function captureSizes(
  db: AppDatabase,
  { ids, workspace }: { ids: readonly string[]; workspace: string },
): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    const rows = await db
      .selectFrom('captures')
      .select(['id', 'bytes'])
      .where('workspace', '=', workspace)
      .where('id', 'in', ids.slice(at, at + idsAtOnce))
      .where('id', 'not in', (of) => of.selectFrom('removed_packets').select('capture'))
      .execute()
    for (const { id, bytes } of rows) sizes.set(id, bytes)
  }
  return sizes
}

/** Newest first, those that people or programs uploaded: what sensors sent is many times as much (sensors/batches.ts). Rows that cannot be read are left out and named. */
export async function listCaptures(
  db: AppDatabase,
  filter: { workspace: string; limit: number; onUnreadable?: (id: string) => void },
): Promise<Capture[]> {
  const rows = await db
    .selectFrom('captures')
    .selectAll()
    .where('workspace', '=', filter.workspace)
    .where('batch', 'not like', 'sensor:%')
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .execute()
  return readableOf(rows, filter.onUnreadable)
}

export interface CapturePage {
  captures: Capture[]
  /** Ids of rows that cannot be read. */
  unreadable: string[]
  /** The last id looked at, when there may be more. */
  next: string | null
}

/** Those accepted at `since` (milliseconds) or later, in order of their ids, behind `after`. */
export async function capturesSince(
  db: AppDatabase,
  { since, after, limit }: { since: number; after: string; limit: number },
): Promise<CapturePage> {
  const rows = await db
    .selectFrom('captures')
    .selectAll()
    .where('id', '>', after)
    .where('created', '>=', since)
    .orderBy('id')
    .limit(limit)
    .execute()
  const unreadable: string[] = []
  const captures = readableOf(rows, (id) => unreadable.push(id))
  return { captures, unreadable, next: rows.length < limit ? null : (rows.at(-1)?.id ?? null) }
}

/** Says anew what a capture was taken at. @returns whether the workspace has such a capture */
export async function setCaptureKind(
  db: AppDatabase,
  { id, workspace, vantage }: { id: string; workspace: string; vantage: Vantage },
): Promise<boolean> {
  const row = await db
    .selectFrom('captures')
    .selectAll()
    .where('id', '=', id)
    .where('workspace', '=', workspace)
    .executeTakeFirst()
  if (!row) return false
  // A damaged row stays known as such; what is said here is read from it when it is entered again.
  const sum = isIntactRow(row) ? sumOf({ ...row, kind: vantage }) : row.sum
  const { numUpdatedRows } = await db
    .updateTable('captures')
    .set({ kind: vantage, sum })
    .where('id', '=', id)
    .where('workspace', '=', workspace)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Removes the rows of an origin (demo data that leaves) and returns their ids, whose contents go next. */
export async function removeCaptures(db: AppDatabase, origin: Origin): Promise<string[]> {
  const rows = await db.deleteFrom('captures').where('origin', '=', origin).returning('id').execute()
  await db
    .deleteFrom('removed_packets')
    .where('capture', 'not in', (of) => of.selectFrom('captures').select('id'))
    .execute()
  return rows.map((row) => row.id)
}

function valuesOf({ shiftMs, vantage, report, days, refused, published, ...row }: Capture) {
  return summed({
    ...row,
    report: JSON.stringify(report),
    days: JSON.stringify(days),
    refused: JSON.stringify(refused),
    kind: vantage,
    shift_ms: shiftMs,
    published: published ? 1 : 0,
  })
}

function readableOf(rows: readonly Row[], onUnreadable?: (id: string) => void): Capture[] {
  return rows.flatMap((row) => {
    const capture = captureOf(row)
    if (capture === null) onUnreadable?.(row.id)
    return capture ?? []
  })
}

type Row = Selectable<Tables['captures']>

/** null for a row that is not what was written: one flipped byte must not hide all others. */
function captureOf(found: Row): Capture | null {
  if (!isIntactRow(found)) return null
  const { shift_ms, report, origin, kind, days, refused, published, sum: _, ...row } = found
  try {
    return {
      ...row,
      shiftMs: shift_ms,
      report: reportText.parse(JSON.parse(report)),
      origin: originText.parse(origin),
      vantage: kindText.parse(kind),
      days: daysText.parse(JSON.parse(days)),
      refused: refusedText.parse(JSON.parse(refused)),
      published: published === 1,
    }
  } catch {
    return null
  }
}
