import type { TagActivity } from '#model/tag-report.ts'
import type { TagStep } from '#store/analytics/tag-counts/counts.ts'
import { countsBehind } from '#store/analytics/tag-counts/behind.ts'
import { tagAddresses } from '#store/analytics/tag-counts/addresses.ts'
import { tagBuckets } from '#store/analytics/tag-counts/series.ts'
import { firstDayOfWindow } from '#model/window.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { tagOf } from './find.ts'

export interface TagActivityInput {
  /** Id or slug. */
  tag: string
  /** UTC days, today included; cut to what the plan reaches. */
  days: number
  /** Hours of a bucket; by the length of the window without it. */
  step?: TagStep | undefined
}

/** Buckets that a picture of so many days can show: about a hundred at most. */
const stepFor = (days: number): TagStep => (days <= 3 ? 1 : days <= 14 ? 4 : 24)

/** How many different addresses carried a tag over time. @throws Refusal 'not-found' */
export const tagActivity = verb([], async (ctx: Ctx, input: TagActivityInput): Promise<TagActivity> => {
  const { slug } = tagOf(ctx, input.tag)
  const days = Math.min(input.days, ctx.scope.plan.historicDays)
  const step = input.step ?? stepFor(days)
  const { now, buckets, addresses, behind } = await ctx.reports.get({
    name: 'activity of a tag',
    input: { slug, days, step },
    async read(reads) {
      const asked = { tag: slug, now: ctx.clock(), days }
      const [buckets, addresses, behind] = await Promise.all([
        tagBuckets(reads, { ...asked, step }),
        tagAddresses(reads, asked),
        countsBehind(reads, firstDayOfWindow(asked.now, days)),
      ])
      return { now: asked.now, buckets, addresses, behind }
    },
  })
  const iso = (at: number): string => new Date(at).toISOString()
  return {
    slug,
    days,
    step,
    start: iso(buckets[0]?.start ?? now),
    end: iso(now),
    buckets: buckets.map(({ start, addresses }) => ({ start: iso(start), addresses })),
    addresses,
    behindSeconds: behind.seconds,
  }
})
