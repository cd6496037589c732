import { z } from 'zod'
import type { Column, Predicate } from '#gnql/predicate.ts'
import { type Classification } from '#model/tag.ts'
import type { HistogramBucket } from '#model/query.ts'
import { bigWhole, count } from '../query/columns.ts'
import { defineQuery, type Fragment } from '../query/define.ts'
import type { Reads } from '../read-only.ts'
import { codeBits, codeColumns, dayAndVerdict, dayKind, kindOf, verdictKind } from './codes.ts'
import { currentDocuments, currentSettings } from '../tables/latest-version.ts'
import { valuesOf } from './facet-values.ts'
import { byCountAndValue, type ValueCount } from './value-count.ts'
import { where } from './where.ts'

export interface FacetsWanted {
  /** From the registry, and known to codes.ts. */
  columns: readonly Column[]
  /** Values of each, 1 to 10,000. */
  top: number
}

export interface Summary {
  /** Addresses that match. */
  total: number
  /** By each UTC day on which they were seen, and their verdict, oldest first; days without any are left out. */
  histogram: HistogramBucket[]
  /**
   * Parallel to the columns: the most frequent values with exact counts, in the order of value-count.ts. Where more have
   * the last count than fit, codes say which are among them, always the same. Truncated lists count what the document kept.
   */
  facets: ValueCount[][]
}

const counting = (columns: string) =>
  defineQuery({
    name: 'codes of matches',
    params: z.object({ top: z.number().int().min(1).max(10_000) }),
    row: z.object({ code: bigWhole, total: count }),
    // All days are wanted, and all verdicts, which make the total: each is a group of its own.
    sql: `SELECT code, total FROM (
  SELECT arrayJoin(${columns}) AS code, count() AS total
  FROM ${currentDocuments(columns === 'codes' ? 'codes' : 'codes, more_codes')} GROUP BY code
) ORDER BY total DESC, code
LIMIT {top: UInt32} BY if(bitShiftRight(code, ${codeBits}) IN (${dayKind}, ${verdictKind}), code, bitShiftRight(code, ${codeBits}))`,
    settings: currentSettings,
  })

/** Everything a page counts about the matches of a predicate, in one pass: how many, when last seen, with which values. */
export const summarize = async (reads: Reads, predicate: Predicate, wanted: FacetsWanted): Promise<Summary> =>
  summarizeWhere(reads, (await where(reads, predicate)).fragments.where, wanted)

/** The same of the documents for which a condition over columns holds. */
export async function summarizeWhere(
  reads: Reads,
  condition: Fragment,
  { columns, top }: FacetsWanted,
): Promise<Summary> {
  const wanted = columns.map((column) => {
    const kind = kindOf(column)
    if (kind === null) throw new Error(`Values of "${column.name}" are not counted.`)
    return kind
  })
  const query = counting(codeColumns(wanted))
  const counted = await reads.app.run(query, { top }, { fragments: { where: condition } })
  const byKind = Map.groupBy(counted, ({ code }) => Number(code >> codeBits))
  const shown = wanted.flatMap((kind) => byKind.get(kind) ?? [])
  const values = await valuesOf(
    reads,
    shown.map(({ code }) => code),
  )
  const days = byKind.get(dayKind) ?? []
  return {
    total: (byKind.get(verdictKind) ?? []).reduce((sum, { total }) => sum + total, 0),
    histogram: bucketsOf(days.map(({ code, total }) => ({ ...dayAndVerdict(code), total }))),
    facets: wanted.map((kind) =>
      (byKind.get(kind) ?? [])
        .slice(0, top)
        .map(({ code, total }) => ({ value: values.get(code) ?? '', count: total }))
        .toSorted(byCountAndValue),
    ),
  }
}

export const noCounts = (): Record<Classification, number> => ({
  malicious: 0,
  suspicious: 0,
  benign: 0,
  unknown: 0,
})

export function bucketsOf(
  counted: readonly { day: string; classification: Classification; total: number }[],
): HistogramBucket[] {
  const buckets = new Map<string, HistogramBucket>()
  for (const { day, classification, total } of counted) {
    const bucket = buckets.get(day) ?? { day, counts: noCounts() }
    bucket.counts[classification] += total
    buckets.set(day, bucket)
  }
  return [...buckets.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
}
