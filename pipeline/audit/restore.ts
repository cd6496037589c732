import { createHash } from 'node:crypto'
import { Refusal } from '#model/errors.ts'
import type { AllCaptures } from '#store/app/installation.ts'
import { type CaptureIngest, captureRecord, dissectInto, enterRow } from '../ingest/capture.ts'
import type { LostBatch } from '../spool/promises.ts'

/** What taking captures in needs, with the rows of all of them. */
export type Restoring = Omit<CaptureIngest, 'limit' | 'captures'> & {
  captures: Pick<AllCaptures, 'enter' | 'get' | 'replace' | 'since'>
}

/** How often restoring a batch is tried before it is left to a person. */
const maxAttempts = 3

/**
 * Makes the sessions of a lost batch again from its stored capture, with the ids they had; what of them is stored is left
 * out on the way into the store.
 * @returns why it cannot be done, in words; null when it is done, or will be tried again
 */
export async function restoreBatch(
  ingest: Restoring,
  lost: LostBatch,
  signal: AbortSignal,
): Promise<string | null> {
  const { spool, files } = ingest
  const record = captureRecord.safeParse(lost.receipt).data
  if (!record || lost.damaged) return 'it is not known what the batch was made of'
  if (lost.again >= maxAttempts) return `restored ${lost.again} times, and still not whole`
  const { id, workspace, name, sha256, bytes, shiftMs, origin, created } = record.capture
  const found = await hashOf(files, id)
  if (found === null) return 'its capture is no longer stored'
  if (found !== sha256) return 'its stored capture is damaged, too'
  const batch = await spool.begin(lost.id)
  // Somebody delivered it again meanwhile.
  if (batch.kind === 'duplicate') return null
  try {
    const { published, sensor } = record
    const content = { id, sha256, bytes }
    // It may have been said anew what the capture was taken at; the row knows the last word.
    const { vantage } = (await ingest.captures.get(id)) ?? record.capture
    const made = { name, workspace, published, sensor, vantage, origin, now: created }
    const stored = { ...made, shiftToNow: false, shiftMs }
    const again = await dissectInto(ingest, { ...stored, key: lost.id, content, signal }, batch)
    await batch.commit(again, { pending: true })
    if (await enterRow(ingest, lost.id, again)) ingest.spool.confirm(lost.id)
    return null
  } catch (error) {
    await batch.abort()
    if (error instanceof Refusal && error.code === 'unreadable-capture') return error.message
    throw error
  }
}

/** SHA-256 of a stored content, null when there is none. */
async function hashOf(files: CaptureIngest['files'], id: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of await files.open(id)) hash.update(chunk)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not-found') return null
    throw error
  }
  return hash.digest('hex')
}
