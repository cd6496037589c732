import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { bigWhole } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { Reads } from '../read-only.ts'
import { spelledOut } from './codes.ts'

const looking = defineQuery({
  name: 'values of codes',
  params: z.object({ codes: z.array(z.bigint()) }),
  row: z.object({ code: bigWhole, value: z.string() }),
  sql: 'SELECT DISTINCT code, value FROM {db}.facet_values WHERE code IN {codes: Array(UInt64)}',
})

/** A code stands for the same text for ever, in every store. */
const known = new Map<bigint, string>()
const maxCached = 200_000

/** The text of each code. */
export async function valuesOf(reads: Reads, codes: readonly bigint[]): Promise<Map<bigint, string>> {
  const values = new Map<bigint, string>()
  let unknown: bigint[] = []
  for (const code of codes) {
    const value = spelledOut(code) ?? known.get(code)
    if (value === undefined) unknown.push(code)
    else values.set(code, value)
  }
  // A value is written just after its document: one that is seen in between is there a moment later.
  for (let wait = 0; unknown.length > 0; wait += 50) {
    if (wait > 500) throw new Error('Documents hold values that nobody wrote down.')
    await sleep(wait)
    for (const { code, value } of await reads.app.run(looking, { codes: unknown })) {
      values.set(code, value)
      if (known.size >= maxCached) known.clear()
      known.set(code, value)
    }
    unknown = unknown.filter((code) => !values.has(code))
  }
  return values
}
