import { createHash } from 'node:crypto'
import { z } from 'zod'
import { deriveDocuments } from '#store/analytics/documents/derive.ts'
import { markDocuments } from '#store/analytics/marks/addresses.ts'
import type { Analytics } from '#store/analytics/open.ts'
import { getSetting, putSetting } from '#store/app/settings.ts'
import type { AppDatabase } from '#store/app/tables.ts'

/** Names the way documents are made: another statement, another name. */
const way = createHash('sha256').update(deriveDocuments('')).digest('hex')

/**
 * Marks all documents when a release makes them another way than the one that made them; the refresh does the rest,
 * a slice at a time.
 * @returns whether it did
 */
export async function rederiveDocuments({
  analytics,
  db,
}: {
  analytics: Analytics
  db: AppDatabase
}): Promise<boolean> {
  const made = await getSetting(db, 'documents made', z.string())
  if (made === way) return false
  // Without a note there are none yet, or nobody knows.
  if (made !== null) await markDocuments(analytics)
  await putSetting(db, 'documents made', way)
  return made !== null
}
