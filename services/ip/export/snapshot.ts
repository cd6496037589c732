import { randomUUID } from 'node:crypto'
import { withCommas } from '#model/numbers.ts'
import { type Refusal, refuse } from '#model/errors.ts'
import { maxOrderedExport } from '#model/ip-order.ts'
import { copyMatching, type Copying, rowsOf, type Snapshot } from '#store/analytics/exports/snapshot.ts'
import { kept, type ExportTable } from '#store/analytics/tables/exports.ts'
import { dropExport, makeRoom } from '#store/analytics/exports/quota.ts'
import type { Analytics } from '#store/analytics/open.ts'
import { type Caller, type Reads, readsUntil } from '#store/analytics/read-only.ts'
import { countDocuments } from '#store/analytics/ips/count.ts'
import type { Predicate } from '#gnql/predicate.ts'
import type { ExportCtx } from './export-ctx.ts'
import type { Cursor } from './cursor.ts'
import { beingSent } from './being-sent.ts'
import { inLine } from './copies.ts'

/** More addresses than that are refused: an answer of this size wants a narrower query. */
export const maxRows = 10_000_000

/** In an order of their own. */
export const tooManyToSort = (rows: number): Refusal =>
  refuse(
    'too-large',
    `A file of ${withCommas(rows)} addresses cannot be sorted, one of ${withCommas(maxOrderedExport)} can: leave out sort, or narrow the query.`,
    { limit: maxOrderedExport },
  )

export type Copied = Omit<Cursor, 'base'>

/**
 * Copies what matches now, or the first addresses of it. `most`: of `maxRows`, or how many can be sorted.
 * @throws Refusal 'too-large' for more than `most` addresses, 'busy' when others' large copies take too long
 */
export async function takeSnapshot(
  { analytics, clock, scope, keeper, budget, health }: ExportCtx,
  predicate: Predicate,
  { signal, first, most }: Copying & { signal: AbortSignal; most: number },
): Promise<Copied> {
  const matching = await countDocuments(countingReads(analytics, { budget, health, signal }), predicate)
  const expected = Math.min(matching, first ?? matching)
  if (expected > most && most === maxOrderedExport) throw tooManyToSort(expected)
  if (expected > most)
    throw refuse(
      'too-large',
      `This query matches ${withCommas(expected)} addresses; an export holds at most ${withCommas(most)}.`,
      { limit: most },
    )
  return inLine(
    { kind: scope.kind === 'visitor' ? 'visitor' : 'workspace', rows: expected, signal },
    async () => {
      const now = clock()
      await makeRoom(analytics, { owner: keeper, rows: expected, now, sending: beingSent() })
      const snapshot: Snapshot = { id: randomUUID(), madeAt: Math.floor(now / 1000) }
      try {
        await copyMatching(analytics, predicate, { ...snapshot, owner: keeper }, { signal, first })
      } catch (error) {
        // Nobody will ever name this copy. When it cannot be dropped now, its time will come.
        await dropExport(analytics, snapshot.id).catch(() => undefined)
        throw error
      }
      const rows = await rowsOf(analytics, 'export_digests', snapshot)
      return { snapshot: snapshot.id, madeAt: snapshot.madeAt, rows }
    },
  )
}

/** An export may count a little longer than a page may take. */
const countingReads = (analytics: Analytics, { budget, ...caller }: Caller): Reads =>
  readsUntil({ ...caller, budget: { ...budget, statementSeconds: 60, engineSeconds: 60 } }, analytics)

const hour = 3600
const ages = { export_rows: kept.hours * hour, export_digests: kept.days * 24 * hour }
const gone = {
  export_rows: `This copy is no longer kept (${kept.hours} hours at most): start again without the cursor.`,
  export_digests: `What this cursor stands for is no longer kept (${kept.days} days at most): start again without it.`,
}

/** @throws Refusal 'invalid-cursor' unless everything that the cursor counts is still there */
export async function stillThere(
  { analytics, clock }: ExportCtx,
  table: ExportTable,
  { snapshot, madeAt, rows }: Copied,
): Promise<void> {
  const old = clock() / 1000 - madeAt > ages[table]
  if (old || (await rowsOf(analytics, table, { id: snapshot, madeAt })) !== rows)
    throw refuse('invalid-cursor', gone[table])
}
