import { reaches } from '#model/cve.ts'
import type { CveActivity, CveReport } from '#model/cve-report.ts'
import { lackingGroups, withheldColumns } from '#model/ip-document/groups.ts'
import { refuse } from '#model/errors.ts'
import type { Tag } from '#model/tag.ts'
import { cveSourceNamed } from '#sources/cve/all.ts'
import { firstWatchedDay, tagsActivity } from '#store/analytics/cves/activity.ts'
import { epssHistory, cveData, type SourcedCveData } from '#store/analytics/cves/data.ts'
import { cveStatuses } from '#store/analytics/cves/status.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { cveOf } from './id.ts'
import { mergeFacts } from './merge.ts'
import { activityOf, detailsOf, exploitationOf, statsOf, timelineOf } from './parts.ts'

/** The tags that detect a CVE, by slug. */
export const tagsFor = ({ tags }: Pick<Ctx, 'tags'>, cve: string): Tag[] =>
  [...tags.values()].filter((tag) => tag.cves.includes(cve)).sort((a, b) => (a.slug < b.slug ? -1 : 1))

/**
 * What is known of one CVE, as far as the caller's plan reaches; parts beyond it are null, and their work is not done.
 * @throws Refusal 'invalid-cve', or 'not-found' when no source and no tag of ours knows it
 */
export const lookUpCve = verb([], async (ctx: Ctx, input: { cve: string }): Promise<CveReport> => {
  const cve = cveOf(input.cve)
  const level = ctx.scope.plan.cveInsight
  const [basic, advanced] = [reaches(level, 'basic'), reaches(level, 'advanced')]
  const tags = tagsFor(ctx, cve)
  const { facts, history, statuses, seen } = await ctx.reports.get({
    name: 'CVE',
    input: { cve, basic, advanced },
    async read(reads) {
      const [facts, history, statuses, seen] = await Promise.all([
        cveData(reads, [cve]),
        basic ? epssHistory(reads, cve) : [],
        cveStatuses(reads),
        advanced
          ? tagsActivity(
              reads,
              tags.map(({ slug }) => slug),
              ctx.clock(),
            )
          : null,
      ])
      return { facts, history, statuses, seen }
    },
  })
  const firstWatched = seen && (await watchedSince(ctx))
  const said = facts.get(cve) ?? []
  if (said.length === 0 && tags.length === 0) throw refuse('not-found', 'CVE not found')
  const merged = mergeFacts(said)
  return {
    cve,
    level,
    details: detailsOf(merged, tags),
    timeline: basic ? timelineOf(merged, tags) : null,
    exploitation: basic ? exploitationOf(merged, history) : null,
    stats: advanced ? statsOf(merged) : null,
    activity: seen
      ? allowedActivity(
          ctx,
          activityOf(cve, { ...seen, watchedDays: daysSince(firstWatched, ctx.clock()) }, tags),
        )
      : null,
    lacking: lackingGroups(ctx.scope.plan),
    sources: sourcesOf(said, statuses),
  }
})

/** The same for every CVE, and it changes once a day. */
const watchedSince = (ctx: Ctx): Promise<string | null> =>
  ctx.reports.get({
    name: 'first day that was watched',
    input: { today: Math.floor(ctx.clock() / dayMs) },
    read: (reads) => firstWatchedDay(reads, ctx.clock()),
  })

const dayMs = 86_400_000

/** UTC days since that one, both included. */
const daysSince = (day: string | null, now: number): number =>
  day === null ? 0 : Math.floor(now / dayMs) - Math.floor(Date.parse(day) / dayMs) + 1

/** Paths are requests, and what else its addresses try is read off their records: a plan may lack either, and the longer past. */
function allowedActivity({ scope: { plan } }: Pick<Ctx, 'scope'>, activity: CveActivity): CveActivity {
  const withheld = withheldColumns(lackingGroups(plan))
  return {
    ...activity,
    days: activity.days.slice(-plan.historicDays),
    paths: withheld.has('http_path') ? [] : activity.paths,
    // Counted by port and transport: what is left of two of one port is no count of its addresses.
    ports: withheld.has('scan_protocol') ? [] : activity.ports,
    alsoTried: withheld.has('cves') ? [] : activity.alsoTried,
  }
}

function sourcesOf(
  said: readonly SourcedCveData[],
  statuses: Awaited<ReturnType<typeof cveStatuses>>,
): CveReport['sources'] {
  return statuses
    .filter((status) => said.some(({ source }) => source === status.source))
    .map(({ source, importedAt, dataDate }) => ({
      name: source,
      title: cveSourceNamed(source)?.title ?? source,
      licence: cveSourceNamed(source)?.licence ?? '',
      importedAt: new Date(importedAt).toISOString().replace(/\.\d+Z$/, 'Z'),
      dataDate,
    }))
}
