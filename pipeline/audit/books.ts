import { setImmediate } from 'node:timers/promises'
import type { Capture } from '#store/app/captures.ts'
import type { AllCaptures } from '#store/app/installation.ts'
import { captureRecord, recordOf, rowOf } from '../ingest/capture.ts'
import type { SpoolPromises } from '../spool/promises.ts'

const rowsAtOnce = 500

/** Why a batch is lost whose row in the index is not what was written, while its sessions are stored. */
export const damagedRow = 'its row is damaged'

/** Before every row of the promised days. */
const start = { day: '', id: '' }

export interface BooksOutcome {
  /** Rows of captures entered again from the batch index. */
  captures: number
  /** Rows of the batch index entered again from captures. */
  batches: number
  /** Rows of the batch index that are not what was written, and that no capture stands for. */
  unreadable: number
  /** Ids of captures whose rows are not what was written and could not be entered again. */
  damaged: string[]
  /** Whether any row was there and not what was written. One that is not there at all is what the end of a process leaves. */
  wasDamaged: boolean
}

/**
 * The batch index and the table of captures hold the same facts of every accepted capture: what is missing or damaged in
 * one is entered again from the other. `since`: the oldest batch the index remembers (milliseconds). `isStored`: whether the
 * store holds sessions of a batch; while it does, the id of a damaged row is not free. `unknown`: batches of which days are promised and
 * that have no row. `now`: milliseconds.
 */
export async function compareBooks(
  promises: SpoolPromises,
  rows: Pick<AllCaptures, 'get' | 'replace' | 'since'>,
  {
    since,
    now,
    unknown,
    isStored,
  }: {
    since: number
    now: number
    unknown: ReadonlySet<string>
    isStored: (batch: string) => Promise<boolean>
  },
): Promise<BooksOutcome> {
  let batches = 0
  let wasDamaged = false
  const damaged = new Set<string>()
  for await (const capture of pagesOf(rows, since, damaged)) {
    if (capture.batch === '') continue
    const known = promises.find(capture.batch)
    if (known && !known.damaged) continue
    wasDamaged ||= known !== null
    const receipt = recordOf(capture)
    if (receipt === null) {
      damaged.add(capture.id)
      continue
    }
    promises.restore({ id: capture.batch, receipt, at: capture.created, days: capture.days })
    batches++
  }
  for (const id of unknown)
    if (promises.find(id) === null && Object.keys(promises.daysOf(id)).length > 0) {
      promises.enterLost(id, now, damagedRow)
      wasDamaged = true
    }
  let captures = 0
  let unreadable = 0
  for (let after = ''; ;) {
    const page = promises.rows(after, rowsAtOnce)
    for (const row of page) {
      if (row.damaged) {
        // A new delivery leaves out what is stored only while the index knows that the batch was here before; and what is
        // not stored is told by its days.
        const staysKnown = Object.keys(promises.daysOf(row.id)).length > 0 || (await isStored(row.id))
        if (staysKnown && row.lost === damagedRow) continue
        if (staysKnown) promises.markLost(row.id, damagedRow)
        else promises.remove(row.id)
        unreadable++
        continue
      }
      const record = captureRecord.safeParse(row.receipt)
      if (!record.success || row.pending || !promises.isPromised(row)) continue
      const { id } = record.data.capture
      if (await rows.get(id)) continue
      try {
        await rows.replace(rowOf(row.id, record.data))
        captures++
      } catch {
        // Its workspace may be what is damaged; the others do not wait for it.
        damaged.add(id)
      }
    }
    // A damaged id may stand anywhere.
    const last = page.findLast((row) => !row.damaged)
    if (!last || page.length < rowsAtOnce) {
      wasDamaged ||= unreadable + damaged.size > 0
      for (const id of damaged) if (await rows.get(id)) damaged.delete(id)
      return { captures, batches, unreadable, damaged: [...damaged], wasDamaged }
    }
    after = last.id
    await setImmediate()
  }
}

async function* pagesOf(
  rows: Pick<AllCaptures, 'since'>,
  since: number,
  damaged: Set<string>,
): AsyncGenerator<Capture> {
  for (let after = ''; ;) {
    const page = await rows.since({ since, after, limit: rowsAtOnce })
    for (const id of page.unreadable) damaged.add(id)
    yield* page.captures
    if (page.next === null) return
    after = page.next
  }
}

/**
 * Enters promises of days again whose rows are not what was written.
 * @returns how many rows those were, and batches of which nothing but days is known
 */
export async function repairDays(
  promises: SpoolPromises,
): Promise<{ repaired: number; unknown: Set<string> }> {
  let repaired = 0
  const unknown = new Set<string>()
  for (let from: { day: string; id: string } | null = start; from;) {
    const done: ReturnType<SpoolPromises['repairDays']> = promises.repairDays(from, rowsAtOnce)
    repaired += done.repaired
    for (const id of done.unknown) unknown.add(id)
    from = done.next
    await setImmediate()
  }
  return { repaired, unknown }
}
