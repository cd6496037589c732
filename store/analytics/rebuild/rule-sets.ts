import { z } from 'zod'
import type { Analytics } from '../open.ts'
import { defineQuery } from '../query/define.ts'
import type { Querier } from '../query/querier.ts'
import type { Tagging } from '../sessions/tagging.ts'
import { product } from './notes.ts'
import type { Counting } from './threshold-tags.ts'

/** What of rules is asked of stored sessions. */
export interface Asked {
  tagging: Tagging
  /** Rules over time. */
  counting: readonly Counting[]
}

/** A set of rules ready to run. */
export interface Rules extends Asked {
  /** Changes when any rule does. */
  name: string
  /** Whose sessions it tags; the product's own ("" or none) all of them. */
  workspace?: string
  /** What each rule says, by its slug, as a fingerprint; without them the set can be compared with no other. */
  prints?: ReadonlyMap<string, string>
  /** Some of the rules alone. */
  pick?: (slugs: ReadonlySet<string>) => Promise<Asked>
  /** Compiles all of them in slices, so that `tagging` then holds nobody up. */
  compile?: () => Promise<unknown>
}

export const ownerOf = ({ workspace = product }: Pick<Rules, 'workspace'>): string => workspace

const named = defineQuery({
  name: 'what sets of rules say',
  params: z.object({ names: z.array(z.string()) }),
  row: z.object({ name: z.string(), slugs: z.array(z.string()), prints: z.array(z.string()) }),
  sql: 'SELECT name, slugs, prints FROM {local}.rule_sets FINAL WHERE name IN {names: Array(String)}',
})

/** Sets that no note names are kept for so long: one may be in force, and no session have come. */
const keptDays = 30

/**
 * Remembers what a set says, before any session is tagged by it. Old sets that no note names any more are forgotten; should one be
 * named after all, it is compared as one nobody knows.
 */
export async function storeRules(analytics: Analytics, { name, prints }: Rules): Promise<void> {
  if (!prints) return
  for (const host of analytics.hosts) {
    if ((await host.run(named, { names: [name] })).length > 0) continue
    await host.command(
      `DELETE FROM {local}.rule_sets WHERE at < now() - toIntervalDay(${keptDays}) AND name NOT IN
       (SELECT arrayJoin(splitByChar(' ', rules)) FROM {local}.tagged_days FINAL)`,
    )
    await host.insert('{local}.rule_sets', [
      { name, slugs: [...prints.keys()], prints: [...prints.values()] },
    ])
  }
}

/**
 * The rules that `rules` and any of the sets named differ in: changed, added or removed.
 * @returns null when nobody knows what one of them said
 */
export async function changedSince(
  host: Querier,
  names: readonly string[],
  { name, prints }: Rules,
): Promise<Set<string> | null> {
  const others = names.filter((other) => other !== name)
  const known = await host.run(named, { names: others })
  if (!prints || known.length < others.length) return null
  const changed = new Set<string>()
  for (const { slugs, prints: theirs } of known) {
    const before = new Map(slugs.map((slug, at) => [slug, theirs[at]]))
    for (const slug of new Set([...before.keys(), ...prints.keys()]))
      if (before.get(slug) !== prints.get(slug)) changed.add(slug)
  }
  return changed
}
