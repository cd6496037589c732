import { createHash } from 'node:crypto'
import { z } from 'zod'
import { deriveDocuments } from '#store/analytics/documents/derive.ts'
import { markDocuments } from '#store/analytics/marks/addresses.ts'
import type { Analytics } from '#store/analytics/open.ts'
import type { Settings } from '#store/app/installation.ts'

/** Names the way documents are made: another statement, another name. */
const way = createHash('sha256').update(deriveDocuments('')).digest('hex')

/**
 * For a way those of earlier releases that give the same documents by other words of the statement: what they made stays. Where
 * the statement changes again its line here says nothing any more.
 */
const alike: ReadonlyMap<string, readonly string[]> = new Map([
  [
    '47ef7ddd63c6188195c689d4d8075f5d91eaa319dbd1b39f987697cce6029577',
    [
      // Before the verdict's rule was written from its description (methods/verdict).
      '16f38510030aad2a06a2d578b90efc973b55c198abed377e7e1dd5972373a147',
      // By other names inside the statement.
      'b9d5c07e6446aad82814a887a4aac4104567398ab11f48a94e85d6908e5a38c3',
    ],
  ],
])

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
  const isOther = made !== null && alike.get(way)?.includes(made) !== true
  if (isOther) await markDocuments(analytics)
  await settings.put('documents made', way)
  return isOther
}
