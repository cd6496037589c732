import { z } from 'zod'
import type { Reads } from '../read-only.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'

const kinds = { ja3: 'ja3_fingerprint', ja4: 'tls_ja4', hassh: 'hassh_fingerprint' } as const
export type FingerprintKind = keyof typeof kinds

const sharing = (column: string) =>
  defineQuery({
    name: 'addresses sharing fingerprints',
    params: z.object({ values: z.array(z.string()).max(1000) }),
    row: z.object({ value: z.string(), addresses: count }),
    sql: `SELECT arrayJoin(arrayFilter(x -> has({values: Array(String)}, x), arrayDistinct(${column}))) AS value, count() AS addresses
FROM {db}.ips FINAL WHERE hasAny(${column}, {values: Array(String)}) GROUP BY value ORDER BY value`,
  })

const queries = { ja3: sharing(kinds.ja3), ja4: sharing(kinds.ja4), hassh: sharing(kinds.hassh) }

/** Who else: how many addresses show each fingerprint (lower-case), the asker included. */
export async function countSharing(
  { app }: Reads,
  kind: FingerprintKind,
  values: readonly string[],
): Promise<Map<string, number>> {
  if (values.length === 0) return new Map()
  const rows = await app.run(queries[kind], { values: [...values] })
  return new Map(rows.map(({ value, addresses }) => [value, addresses]))
}
