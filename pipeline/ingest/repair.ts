import { uuidV7Time } from '#store/identifier.ts'
import type { AllCaptures } from '#store/app/installation.ts'
import { silent } from '#store/log.ts'
import { type CaptureIngest, captureRecord, rowOf } from './capture.ts'

/** Longer than an upload lasts, or than a process that crashed is left lying before its spool is opened again. */
const abandonedMs = 7 * 86_400_000
/** Contents that the store is asked about at once. */
const askedAtOnce = 1000

/**
 * Makes up for crashes between the steps of `ingestCapture`: enters rows of accepted captures that have none, and
 * removes contents nothing refers to. Called at start, after the spool is open.
 */
export async function repairCaptures(
  {
    spool,
    files,
    captures,
    log = silent,
    sharedMs = 0,
  }: Pick<CaptureIngest, 'spool' | 'files' | 'log'> & {
    captures: Pick<AllCaptures, 'enter' | 'known'>
    /** Milliseconds that contents without a row stay at least, where they may be of another server that has not entered them yet. */
    sharedMs?: number
  },
  now: number,
): Promise<{ rows: number; contents: number }> {
  let rows = 0
  let contents = 0
  for (const { id, receipt } of spool.pending()) {
    const record = captureRecord.safeParse(receipt)
    if (!record.success) continue
    try {
      await captures.enter(rowOf(id, record.data))
      spool.confirm(id)
      rows++
    } catch (error) {
      log.error(
        { error, capture: record.data.capture.id },
        'ingest: the row of an accepted capture is still missing',
      )
    }
  }
  const needed = new Set(
    spool.pending().flatMap(({ receipt }) => captureRecord.safeParse(receipt).data?.capture.id ?? []),
  )
  const keptMs = Math.max(abandonedMs, sharedMs)
  let asked: string[] = []
  async function removeAbandoned(): Promise<void> {
    const ids = asked
    asked = []
    try {
      const known = new Set(await captures.known(ids))
      for (const id of ids) {
        if (known.has(id)) continue
        await files.remove(id)
        contents++
      }
    } catch (error) {
      // In doubt they stay: sessions can be made of them again.
      log.error({ err: error }, 'ingest: it is not known whether stored captures are still needed')
    }
  }
  for await (const id of files.ids()) {
    if (now - (uuidV7Time(id) ?? now) < keptMs || needed.has(id)) continue
    asked.push(id)
    if (asked.length === askedAtOnce) await removeAbandoned()
  }
  await removeAbandoned()
  if (rows + contents > 0) log.info({ rows, contents }, 'ingest: repaired captures after a crash')
  return { rows, contents }
}
