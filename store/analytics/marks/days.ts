import type { Querier } from '../query/querier.ts'

/** Of each host, the days that this process marked since they were last counted. */
const marked = new WeakMap<Querier, Set<string>>()

export interface MarkDays {
  /** Nobody else counts days of this store: a mark that was written stands until `daysAreRead`. */
  alone?: boolean
}

/**
 * Says that the counts of these UTC days ("YYYY-MM-DD") are older than their facts; the next refresh makes them anew. Always after the
 * change itself.
 */
export async function markTagDays(
  host: Querier,
  days: readonly string[],
  { alone = false }: MarkDays = {},
): Promise<void> {
  const known = alone ? marked.get(host) : undefined
  const fresh = [...new Set(days)].filter((day) => !known?.has(day))
  if (fresh.length === 0) return
  const since = known ?? new Set<string>()
  if (alone) marked.set(host, since)
  await host.insert(
    '{local}.tag_stale',
    fresh.map((day) => ({ day })),
  )
  // Where marks were read meanwhile, nobody asks this set any more: whether this one was among them is not known.
  for (const day of fresh) since.add(day)
}

/** Call after marks were read and before what they say is dealt with: what changes from here on is marked again. */
export const daysAreRead = (host: Querier): void => void marked.delete(host)
