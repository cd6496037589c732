import { withCommas } from '#model/numbers.ts'
import type { Plan } from '../entitlements.ts'

const dayMs = 86_400_000
const weekMs = 7 * dayMs
/** The first Monday after 1970-01-01, a Thursday. */
const firstMonday = 4 * dayMs

/** Start of the week an instant is in: Monday 00:00:00 UTC, milliseconds. The same for everybody. */
export const weekOf = (now: number): number => Math.floor((now - firstMonday) / weekMs) * weekMs + firstMonday

/** When the count of searches begins anew. */
export const weekEnd = (now: number): number => weekOf(now) + weekMs

/** How many searches a plan gives, and in which span of time: a week; a day under legacy plans (specification §6). */
export interface SearchLimit {
  limit: number
  per: 'week' | 'day'
}

/** null: without limit. */
export function searchLimitOf({
  searchesPerWeek,
  searchesPerDay,
}: Pick<Plan, 'searchesPerWeek' | 'searchesPerDay'>): SearchLimit | null {
  if (searchesPerDay !== null) return { limit: searchesPerDay, per: 'day' }
  return searchesPerWeek === null ? null : { limit: searchesPerWeek, per: 'week' }
}

/** The span an instant is in, milliseconds; a day, too, begins at 00:00:00 UTC. */
export function searchSpan(per: SearchLimit['per'], now: number): { start: number; end: number } {
  if (per === 'week') return { start: weekOf(now), end: weekEnd(now) }
  const start = Math.floor(now / dayMs) * dayMs
  return { start, end: start + dayMs }
}

/** How searches of one span stand. */
export interface SearchUse {
  usage: number
  /** null: none. */
  limit: number | null
  per: SearchLimit['per']
  /** Instant at which `usage` begins anew, ISO. */
  usageReset: string
}

const spanWords = { week: 'this week', day: 'today' } as const

/** "searches this week"; of a legacy plan "searches today". */
export const searchesUnit = (per: SearchLimit['per']): string => `searches ${spanWords[per]}`

/** "3 of 50 searches this week" */
export const searchesText = ({ usage, limit, per }: Pick<SearchUse, 'usage' | 'limit' | 'per'>): string =>
  `${withCommas(usage)} of ${withCommas(limit ?? 0)} ${searchesUnit(per)}`

/** "49/50 searches used this week", and what stands there once none is left (specification §8). */
export const searchesBadge = ({ usage, limit, per }: SearchUse): string =>
  limit !== null && usage < limit
    ? `${withCommas(usage)}/${withCommas(limit)} searches used ${spanWords[per]}`
    : 'Search Limit Reached'

/** "Resets in 1 day", "Resets in 4 days"; a day that has begun counts. */
export function resetText(usageReset: string, now: number): string {
  const days = Math.max(1, Math.ceil((Date.parse(usageReset) - now) / dayMs))
  return `Resets in ${days} ${days === 1 ? 'day' : 'days'}`
}
