import { setImmediate } from 'node:timers/promises'
import { type Capture, capturesSince, enterCapture, getCapture } from '#store/app/captures.ts'
import type { AppDatabase } from '#store/app/tables.ts'
import { captureRecord, recordOf, rowOf } from '../ingest/capture.ts'
import type { SpoolPromises } from '../spool/promises.ts'

const rowsAtOnce = 500

export interface BooksOutcome {
  /** Rows of captures entered again from the batch index. */
  captures: number
  /** Rows of the batch index entered again from captures. */
  batches: number
  /** Rows of the batch index that are not what was written, and that no capture stands for. */
  unreadable: number
}

/**
 * The batch index and the table of captures hold the same facts of every accepted capture: what is missing or damaged in
 * one is entered again from the other. `since`: the oldest batch the index remembers (milliseconds).
 */
export async function compareBooks(
  promises: SpoolPromises,
  app: AppDatabase,
  since: number,
): Promise<BooksOutcome> {
  let batches = 0
  for await (const capture of pagesOf(app, since)) {
    if (capture.batch === '') continue
    const known = promises.find(capture.batch)
    if (known && !known.damaged) continue
    promises.restore({
      id: capture.batch,
      receipt: recordOf(capture),
      at: capture.created,
      days: capture.days,
    })
    batches++
  }
  let captures = 0
  let unreadable = 0
  for (let after = ''; ;) {
    const page = promises.rows(after, rowsAtOnce)
    for (const row of page) {
      if (row.damaged) {
        promises.remove(row.id)
        unreadable++
        continue
      }
      const record = captureRecord.safeParse(row.receipt)
      if (!record.success || row.pending || !promises.isPromised(row)) continue
      if (await getCapture(app, record.data.capture.id)) continue
      await enterCapture(app, rowOf(row.id, record.data))
      captures++
    }
    const last = page.at(-1)
    if (!last || page.length < rowsAtOnce) return { captures, batches, unreadable }
    after = last.id
    await setImmediate()
  }
}

async function* pagesOf(app: AppDatabase, since: number): AsyncGenerator<Capture> {
  for (let after = ''; ;) {
    const page = await capturesSince(app, { since, after, limit: rowsAtOnce })
    yield* page
    const last = page.at(-1)
    if (!last || page.length < rowsAtOnce) return
    after = last.id
  }
}
