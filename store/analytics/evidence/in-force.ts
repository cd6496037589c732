import { z } from 'zod'
import type { TagCategory } from '#model/tag.ts'
import { Refusal } from '#model/errors.ts'
import { toHex } from '../address.ts'
import { flag } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { Reads } from '../read-only.ts'
import { currentActors, currentSources } from './current.ts'

/** What the lists of others that are in force say of actors. */
export interface ListsInForce {
  /** What actors are called, by slug. */
  names: ReadonlyMap<string, { name: string; category: TagCategory }>
  /** Slugs of the actors in whose ranges an address (32 hex digits) lies, in order; null where only the engine can tell. */
  holding: ((hex: string) => string[]) | null
  /** Whether anybody reports addresses at all. */
  hasSightings: boolean
}

const state = defineQuery({
  name: 'lists in force',
  params: z.object({}),
  row: z.object({ mark: z.string(), sightings: flag }),
  sql: `SELECT toString(groupBitXor(cityHash64(name, version))) AS mark, countIf(kind = 'sightings') > 0 AS sightings
FROM {local}.evidence_sources FINAL WHERE gone = 0`,
})

const actors = defineQuery({
  name: 'names of actors',
  params: z.object({}),
  row: z.object({ slug: z.string(), name: z.string(), category: z.enum(['actor', 'search_engine']) }),
  sql: `SELECT slug, name, category FROM (${currentActors})`,
})

const ranges = defineQuery({
  name: 'ranges of actors',
  params: z.object({ most: z.number().int() }),
  row: z.object({ start: z.string(), length: z.number(), slug: z.string() }),
  sql: `SELECT DISTINCT toString(a.start) AS start, a.length AS length, toString(a.actor) AS slug FROM {local}.actor_ranges AS a
WHERE (a.source, a.version) IN ${currentSources} LIMIT {most: UInt32}`,
})

/** Ranges beyond these stay in the engine: some 200 bytes each. */
const maxRanges = 100_000
/** As long as the index in memory may be behind. */
const lookEveryMs = 2000

const masked = (address: bigint, length: number): string => {
  const rest = BigInt(128 - length)
  return `${((address >> rest) << rest).toString(16)}/${length}`
}

function holdingOf(
  found: readonly { start: string; length: number; slug: string }[],
): (hex: string) => string[] {
  const known = new Map<string, string[]>()
  for (const { start, length, slug } of found) {
    const key = masked(BigInt(`0x${toHex(start) ?? '0'}`), length)
    known.set(key, [...(known.get(key) ?? []), slug])
  }
  const lengths = [...new Set(found.map(({ length }) => length))]
  return (hex) => {
    const address = BigInt(`0x${hex}`)
    const slugs = lengths.flatMap((length) => known.get(masked(address, length)) ?? [])
    return [...new Set(slugs)].sort()
  }
}

/**
 * The lists, read when they are first asked for and when they have changed; whether they have is asked of the store every two
 * seconds at most. While it does not answer nothing changes. @throws Refusal 'busy' before they were read once
 */
export function openListsInForce({ app }: Reads, clock: () => number): () => Promise<ListsInForce> {
  let known: { mark: string; lists: ListsInForce } | null = null
  let lookedAt = -Infinity
  let looking: Promise<ListsInForce> | null = null

  async function look(): Promise<ListsInForce> {
    const at = clock()
    const [row] = await app.run(state, {})
    const mark = row?.mark ?? ''
    if (known?.mark !== mark) {
      const [named, held] = await Promise.all([app.run(actors, {}), app.run(ranges, { most: maxRanges + 1 })])
      const names = new Map(named.map(({ slug, name, category }) => [slug, { name, category }]))
      const holding = held.length > maxRanges ? null : holdingOf(held)
      known = { mark, lists: { names, holding, hasSightings: row?.sightings ?? false } }
    }
    lookedAt = at
    return known.lists
  }

  return async () => {
    const now = clock()
    if (known && now >= lookedAt && now - lookedAt < lookEveryMs) return known.lists
    looking ??= look().finally(() => (looking = null))
    return looking.catch((error: unknown) => {
      if (known && error instanceof Refusal && error.code === 'busy') return known.lists
      throw error
    })
  }
}
