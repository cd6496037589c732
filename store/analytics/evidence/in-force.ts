import { z } from 'zod'
import type { AnswerInForce } from '#model/dispute.ts'
import type { TagCategory } from '#model/tag.ts'
import { Refusal } from '#model/errors.ts'
import { defineQuery } from '../query/define.ts'
import type { Reads } from '../read-only.ts'
import { toHex } from '../address.ts'
import { answersInForce } from './answers.ts'
import { currentActors } from './current.ts'
import { type Holding, holdingByAll } from './holding.ts'
import { type Reported, reportedByAll } from './reported.ts'

/** What the lists of others that are in force say, and what the operator answered to disputes. */
export interface ListsInForce {
  /** What actors are called, by slug. */
  names: ReadonlyMap<string, { name: string; category: TagCategory }>
  /** null where only the engine can tell. */
  holding: Holding | null
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

/** Of more than these only the engine can tell. All come in pieces; a range takes some 150 bytes, sightings stay as texts. */
const usualLimits = { ranges: 100_000, sightings: 200_000, sightingBytes: 2 ** 25 }
/** As long as the index in memory may be behind. */
const lookEveryMs = 2000

/**
 * The lists, read when they are first asked for and when they have changed; whether they have is asked of the store every two
 * seconds at most, and after a change that this process made (`changes`: another number). While it does not answer nothing changes. @throws Refusal 'busy' before they were read once
 */
export function openListsInForce(
  { app }: Reads,
  clock: () => number,
  changes: () => number = () => 0,
  { ranges: maxRanges, sightings: maxSightings, sightingBytes: maxBytes } = usualLimits,
): () => Promise<ListsInForce> {
  let known: { mark: string; sightings: string; lists: ListsInForce } | null = null
  let [lookedAt, lookedAfter] = [-Infinity, 0]
  let looking: Promise<ListsInForce> | null = null

  async function look(): Promise<ListsInForce> {
    const [at, after] = [clock(), changes()]
    const [row] = await app.run(state, {})
    const { mark = '', sightings = '' } = row ?? {}
    if (known?.mark !== mark) {
      const [named, holding, answered, reported] = await Promise.all([
        app.run(actors, {}),
        holdingByAll({ app }, maxRanges),
        answersInForce({ app }),
        known?.sightings === sightings
          ? known.lists.reported
          : reportedByAll({ app }, { maxSightings, maxBytes }),
      ])
      const names = new Map(named.map(({ slug, name, category }) => [slug, { name, category }]))
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
