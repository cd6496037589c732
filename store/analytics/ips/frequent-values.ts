import { z } from 'zod'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { Reads } from '../read-only.ts'
import { currentDocuments, currentSettings } from '../tables/latest-version.ts'
import type { ValueCount } from './value-count.ts'
import { where } from './where.ts'

/** Longer values are nobody's to choose from a list. */
const maxBytes = 120

/** Lists whose values are counted nowhere else, by what they are called here. */
const lists = {
  path: 'http_path',
  ja3: 'ja3_fingerprint',
  ja4: 'tls_ja4',
  hassh: 'hassh_fingerprint',
} as const
export type CountedList = keyof typeof lists

const counting = (column: string) =>
  defineQuery({
    name: 'frequent values of a list',
    params: z.object({ top: z.number(), maxBytes: z.number() }),
    row: z.object({ value: z.string(), addresses: count }),
    sql: `SELECT value, count() AS addresses
FROM (SELECT arrayJoin(arrayDistinct(${column})) AS value FROM ${currentDocuments(column)})
WHERE length(value) BETWEEN 1 AND {maxBytes: UInt32}
GROUP BY value ORDER BY addresses DESC, value LIMIT {top: UInt32}`,
    settings: currentSettings,
  })

const counted = Object.fromEntries(
  Object.entries(lists).map(([name, column]) => [name, counting(column)]),
) as Record<CountedList, ReturnType<typeof counting>>

/** The values that most addresses show, the most frequent first. */
export async function frequentValues(reads: Reads, list: CountedList, top: number): Promise<ValueCount[]> {
  const all = await where(reads, { kind: 'all' })
  const rows = await reads.app.run(counted[list], { top, maxBytes }, all)
  return rows.map(({ value, addresses }) => ({ value, count: addresses }))
}

const pairs = defineQuery({
  name: 'networks and their organizations',
  params: z.object({ top: z.number(), maxBytes: z.number() }),
  row: z.object({ asn: z.string(), organization: z.string(), addresses: count }),
  sql: `SELECT asn, organization, count() AS addresses FROM ${currentDocuments('asn, organization')}
WHERE length(organization) <= {maxBytes: UInt32}
GROUP BY asn, organization ORDER BY addresses DESC, asn, organization LIMIT {top: UInt32}`,
  settings: currentSettings,
})

export interface NetworkCount {
  /** "AS64500"; "" where nobody knows. */
  asn: string
  organization: string
  /** Addresses seen. */
  count: number
}

/** Which organizations have addresses seen in which networks, most addresses first. */
export async function frequentNetworks(reads: Reads, top: number): Promise<NetworkCount[]> {
  const rows = await reads.app.run(pairs, { top, maxBytes }, await where(reads, { kind: 'all' }))
  return rows.map(({ addresses, ...rest }) => ({ ...rest, count: addresses }))
}
