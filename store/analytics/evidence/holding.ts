import { z } from 'zod'
import { slices } from '#model/slices.ts'
import { defineQuery } from '../query/define.ts'
import type { Reads } from '../read-only.ts'
import { currentSources } from './current.ts'

/** Slugs of the actors in whose ranges an address (32 hex digits) lies, in order. */
export type Holding = (hex: string) => string[]

/** Texts of many ranges each, a line a range ("000…0819010200/119 slug"): as rows they would take several times as long to read. */
const ranges = defineQuery({
  name: 'ranges of actors',
  params: z.object({ max: z.number().int() }),
  row: z.object({ lines: z.string() }),
  sql: `SELECT arrayStringConcat(groupArray(line), '\\n') AS lines FROM (
  SELECT DISTINCT concat(lower(hex(a.start)), '/', toString(a.length), ' ', toString(a.actor)) AS line FROM {local}.actor_ranges AS a
  WHERE (a.source, a.version) IN ${currentSources} LIMIT {max: UInt32}
) GROUP BY cityHash64(line) % 64`,
})

const start = (address: bigint, length: number): string => {
  const rest = BigInt(128 - length)
  return ((address >> rest) << rest).toString(16).padStart(32, '0')
}

/** All ranges of actors, read in slices; null where they are more than `max`, and only the engine can tell. */
export async function holdingByAll({ app }: Reads, max: number): Promise<Holding | null> {
  const known = new Map<string, string[]>()
  const lengths = new Set<number>()
  const pause = slices()
  let count = 0
  for await (const { lines } of app.stream(ranges, { max: max + 1 })) {
    for (const line of lines.split('\n')) {
      const [range = '', slug = ''] = line.split(' ')
      lengths.add(Number(range.slice(33)))
      const others = known.get(range)
      if (others) others.push(slug)
      else known.set(range, [slug])
      count += 1
    }
    if (count > max) return null
    await pause()
  }
  return (hex) => {
    const address = BigInt(`0x${hex}`)
    const slugs = [...lengths].flatMap((length) => known.get(`${start(address, length)}/${length}`) ?? [])
    return [...new Set(slugs)].sort()
  }
}
