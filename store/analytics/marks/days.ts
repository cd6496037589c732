import type { Querier } from '../query/querier.ts'

/** Says that the counts of these UTC days ("YYYY-MM-DD") are older than their facts; the next refresh makes them anew. */
export async function markTagDays(host: Querier, days: readonly string[]): Promise<void> {
  if (days.length === 0) return
  await host.insert(
    '{local}.tag_stale',
    [...new Set(days)].map((day) => ({ day })),
  )
}
