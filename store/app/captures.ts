import { z } from 'zod'
import { type Origin, origins } from '#model/session.ts'
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
  created: number
}

const reportText = z.record(z.string(), z.unknown())
const originText = z.enum(origins)

/** Enters a capture; entering the same id again changes nothing. */
export async function enterCapture(db: AppDatabase, { shiftMs, report, ...capture }: Capture): Promise<void> {
  await db
    .insertInto('captures')
    .values({ ...capture, shift_ms: shiftMs, report: JSON.stringify(report) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export async function getCapture(db: AppDatabase, id: string): Promise<Capture | null> {
  const row = await db.selectFrom('captures').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? captureOf(row) : null
}

/** Newest first. */
export async function listCaptures(
  db: AppDatabase,
  filter: { workspace: string; limit: number },
): Promise<Capture[]> {
  const rows = await db
    .selectFrom('captures')
    .selectAll()
    .where('workspace', '=', filter.workspace)
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .execute()
  return rows.map(captureOf)
}

/** Removes the rows of an origin (demo data that leaves) and returns their ids, whose contents go next. */
export async function removeCaptures(db: AppDatabase, origin: Origin): Promise<string[]> {
  const rows = await db.deleteFrom('captures').where('origin', '=', origin).returning('id').execute()
  return rows.map((row) => row.id)
}

function captureOf({ shift_ms, report, origin, ...row }: Tables['captures']): Capture {
  return {
    ...row,
    shiftMs: shift_ms,
    report: reportText.parse(JSON.parse(report)),
    origin: originText.parse(origin),
  }
}
