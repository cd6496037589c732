import { uuidV7Time } from '#store/identifier.ts'
import type { AllCaptures } from '#store/app/installation.ts'
import { silent } from '#store/log.ts'
import { type CaptureIngest, captureRecord, rowOf } from './capture.ts'

/** Longer than an upload lasts, or than a process that crashed is left lying before its spool is opened again. */
const abandonedMs = 7 * 86_400_000

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
  }: Pick<CaptureIngest, 'spool' | 'files' | 'log'> & { captures: Pick<AllCaptures, 'enter' | 'has'> },
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
  for await (const id of files.ids()) {
    if (now - (uuidV7Time(id) ?? now) < abandonedMs || needed.has(id)) continue
    try {
      if (await captures.has(id)) continue
      await files.remove(id)
      contents++
    } catch (error) {
      // In doubt it stays: sessions can be made of it again.
      log.error({ error, capture: id }, 'ingest: it is not known whether a stored capture is still needed')
    }
  }
  if (rows + contents > 0) log.info({ rows, contents }, 'ingest: repaired captures after a crash')
  return { rows, contents }
}
