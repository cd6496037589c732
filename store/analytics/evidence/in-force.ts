import { z } from 'zod'
import type { AnswerInForce } from '#model/dispute.ts'
import type { TagCategory } from '#model/tag.ts'
import { Refusal } from '#model/errors.ts'
import { defineQuery } from '../query/define.ts'
import type { Reads } from '../read-only.ts'
import { toHex } from '../address.ts'
import { answersInForce } from './answers.ts'
import { currentActors, currentSources } from './current.ts'
import { type Reported, reportedByAll } from './reported.ts'

/** What the lists of others that are in force say, and what the operator answered to disputes. */
export interface ListsInForce {
  /** What actors are called, by slug. */
  names: ReadonlyMap<string, { name: string; category: TagCategory }>
  /** Slugs of the actors in whose ranges an address (32 hex digits) lies, in order; null where only the engine can tell. */
  holding: ((hex: string) => string[]) | null
  /** What sources report of an address (32 hex digits); null where only the engine can tell. */
  reported: Reported | null
  /** What the operator answered, by address (32 hex digits). */
  answers: ReadonlyMap<string, readonly AnswerInForce[]>
}

const state = defineQuery({
  name: 'lists in force',
  params: z.object({}),
  row: z.object({ mark: z.string(), sightings: z.string() }),
  sql: `SELECT toString(groupBitXor(cityHash64(name, version))) AS mark, toString(groupBitXorIf(cityHash64(name, version), kind = 'sightings')) AS sightings
FROM {local}.evidence_sources FINAL WHERE gone = 0`,
})

const actors = defineQuery({
  name: 'names of actors',
  params: z.object({}),
  row: z.object({ slug: z.string(), name: z.string(), category: z.enum(['actor', 'search_engine']) }),
  sql: `SELECT slug, name, category FROM (${currentActors})`,
})

/** One text, a line each ("000…0819010200/119 slug"): as rows they would take several times as long to read. */
const ranges = defineQuery({
  name: 'ranges of actors',
  params: z.object({ max: z.number().int() }),
  row: z.object({ lines: z.string() }),
  sql: `SELECT arrayStringConcat(groupArray(line), '\\n') AS lines FROM (
  SELECT DISTINCT concat(lower(hex(a.start)), '/', toString(a.length), ' ', toString(a.actor)) AS line FROM {local}.actor_ranges AS a
  WHERE (a.source, a.version) IN ${currentSources} LIMIT {max: UInt32}
)`,
})

/**
 * Of more than these only the engine can tell. Taking ranges in takes a few milliseconds of the server's thread; sightings come in pieces, and
 * stay as texts.
 */
const most = { ranges: 5_000, sightings: 200_000, sightingBytes: 2 ** 25 }
/** As long as the index in memory may be behind. */
const lookEveryMs = 2000

const start = (address: bigint, length: number): string => {
  const rest = BigInt(128 - length)
  return ((address >> rest) << rest).toString(16).padStart(32, '0')
}

function holdingOf(lines: readonly string[]): (hex: string) => string[] {
  const known = new Map<string, string[]>()
  const lengths = new Set<number>()
  for (const line of lines) {
    const [range = '', slug = ''] = line.split(' ')
    lengths.add(Number(range.slice(33)))
    const others = known.get(range)
    if (others) others.push(slug)
    else known.set(range, [slug])
  }
  return (hex) => {
    const address = BigInt(`0x${hex}`)
    const slugs = [...lengths].flatMap((length) => known.get(`${start(address, length)}/${length}`) ?? [])
    return [...new Set(slugs)].sort()
  }
}

/**
 * The lists, read when they are first asked for and when they have changed; whether they have is asked of the store every two
 * seconds at most, and after a change that this process made (`changes`: another number). While it does not answer nothing changes. @throws Refusal 'busy' before they were read once
 */
export function openListsInForce(
  { app }: Reads,
  clock: () => number,
  changes: () => number = () => 0,
  { ranges: maxRanges, sightings: maxSightings, sightingBytes: maxBytes } = most,
): () => Promise<ListsInForce> {
  let known: { mark: string; sightings: string; lists: ListsInForce } | null = null
  let [lookedAt, lookedAfter] = [-Infinity, 0]
  let looking: Promise<ListsInForce> | null = null

  async function look(): Promise<ListsInForce> {
    const [at, after] = [clock(), changes()]
    const [row] = await app.run(state, {})
    const { mark = '', sightings = '' } = row ?? {}
    if (known?.mark !== mark) {
      const [named, held, answered, reported] = await Promise.all([
        app.run(actors, {}),
        app.run(ranges, { max: maxRanges + 1 }),
        answersInForce({ app }),
        known?.sightings === sightings
          ? known.lists.reported
          : reportedByAll({ app }, { maxSightings, maxBytes }),
      ])
      const names = new Map(named.map(({ slug, name, category }) => [slug, { name, category }]))
      const lines = held[0]?.lines.split('\n').filter((line) => line !== '') ?? []
      const holding = lines.length > maxRanges ? null : holdingOf(lines)
      const answers = Map.groupBy(answered, ({ ip }) => toHex(ip) ?? '')
      known = { mark, sightings, lists: { names, holding, reported, answers } }
    }
    ;[lookedAt, lookedAfter] = [at, after]
    return known.lists
  }

  return async () => {
    const now = clock()
    const isFresh = now >= lookedAt && now - lookedAt < lookEveryMs && lookedAfter === changes()
    if (known && isFresh) return known.lists
    looking ??= look().finally(() => (looking = null))
    return looking.catch((error: unknown) => {
      if (known && error instanceof Refusal && error.code === 'busy') return known.lists
      throw error
    })
  }
}
