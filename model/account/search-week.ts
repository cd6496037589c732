const dayMs = 86_400_000
const weekMs = 7 * dayMs
/** The first Monday after 1970-01-01, a Thursday. */
const firstMonday = 4 * dayMs

/** Start of the week an instant is in: Monday 00:00:00 UTC, milliseconds. The same for everybody. */
export const weekOf = (now: number): number => Math.floor((now - firstMonday) / weekMs) * weekMs + firstMonday

/** When the count of searches begins anew. */
export const weekEnd = (now: number): number => weekOf(now) + weekMs

/** How searches of one week stand. */
export interface SearchUse {
  usage: number
  /** null: none. */
  limit: number | null
  /** Instant at which `usage` begins anew, ISO. */
  usageReset: string
}

/** "3 of 50 searches this week" */
export const searchesText = ({ usage, limit }: Pick<SearchUse, 'usage' | 'limit'>): string =>
  `${usage.toLocaleString('en-US')} of ${(limit ?? 0).toLocaleString('en-US')} searches this week`

/** "Resets in 1 day", "Resets in 4 days"; a day that has begun counts. */
export function resetText(usageReset: string, now: number): string {
  const days = Math.max(1, Math.ceil((Date.parse(usageReset) - now) / dayMs))
  return `Resets in ${days} ${days === 1 ? 'day' : 'days'}`
}
