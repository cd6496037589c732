import { tagsInADay } from '#store/analytics/tag-counts/addresses.ts'
import { type TagDays, tagDays } from '#store/analytics/tag-counts/series.ts'
import type { Ctx } from '../context.ts'

export interface SeenOfTags {
  series: TagDays
  inADay: Map<string, number>
}

/** What was seen of all tags on each of so many days, and how many addresses carried each in the last 24 hours: a report for all. */
export const seenOfTags = (
  { reports, clock }: Pick<Ctx, 'reports' | 'clock'>,
  length: number,
): Promise<SeenOfTags> =>
  reports.get({
    name: 'tags',
    input: { length },
    async read(reads) {
      const now = clock()
      const [series, inADay] = await Promise.all([tagDays(reads, { now, length }), tagsInADay(reads, now)])
      return { series, inADay }
    },
  })
