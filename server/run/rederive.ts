import { createHash } from 'node:crypto'
import { z } from 'zod'
import { deriveDocuments } from '#store/analytics/documents/derive.ts'
import { markDocuments } from '#store/analytics/marks/addresses.ts'
import type { Analytics } from '#store/analytics/open.ts'
import type { Settings } from '#store/app/installation.ts'

/** Names the way documents are made: another statement, another name. */
const way = createHash('sha256').update(deriveDocuments('')).digest('hex')

/**
 * Marks all documents when a release makes them another way than the one that made them; the refresh does the rest,
 * a slice at a time.
 * @returns whether it did
 */
export async function rederiveDocuments({
  analytics,
  settings,
}: {
  analytics: Analytics
  settings: Settings
}): Promise<boolean> {
  const made = await settings.get('documents made', z.string())
  if (made === way) return false
  // Without a note there are none yet, or nobody knows.
  const isOther = made !== null
  if (isOther) await markDocuments(analytics)
  await settings.put('documents made', way)
  return isOther
}
