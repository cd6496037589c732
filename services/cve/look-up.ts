import { reaches } from '#model/cve.ts'
import type { CveActivity, CveReport } from '#model/cve-report.ts'
import { lackingGroups, withheldColumns } from '#model/ip-document/groups.ts'
import { refuse } from '#model/errors.ts'
import { cveSourceNamed } from '#sources/cve/all.ts'
import type { SourcedCveData } from '#store/analytics/cves/data.ts'
import type { CveStatus } from '#store/analytics/cves/status.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { saidOfCve, seenOfCves, sourcesOfCves, tagsFor } from './known.ts'
import { cveOf } from './id.ts'
import { mergeFacts } from './merge.ts'
import { notImported } from './not-imported.ts'
import { activityOf, detailsOf, exploitationOf, statsOf, timelineOf } from './parts.ts'

/**
 * What is known of one CVE, as far as the caller's plan reaches; parts beyond it are null, and their work is not done.
 * @throws Refusal 'invalid-cve', or 'not-found' when no source and no tag of ours knows it
 */
export const lookUpCve = verb([], async (ctx: Ctx, input: { cve: string }): Promise<CveReport> => {
  const cve = cveOf(input.cve)
  const level = ctx.scope.plan.cveInsight
  const [basic, advanced] = [reaches(level, 'basic'), reaches(level, 'advanced')]
  const tags = tagsFor(ctx, cve)
  const [{ facts: said, epssHistory }, statuses, seen] = await Promise.all([
    saidOfCve(ctx, cve),
    sourcesOfCves(ctx),
    advanced ? seenOfCves(ctx, tags) : null,
  ])
  if (said.length === 0 && tags.length === 0) throw refuse('not-found', 'CVE not found')
  const merged = mergeFacts(said)
  return {
    cve,
    level,
    details: detailsOf(merged, tags),
    timeline: basic ? timelineOf(merged, tags) : null,
    exploitation: basic ? exploitationOf(merged, epssHistory) : null,
    stats: advanced ? statsOf(merged) : null,
    activity: seen
      ? allowedActivity(ctx, activityOf(cve, { ...seen.of(cve), watchedDays: seen.watchedDays }, tags))
      : null,
    lacking: lackingGroups(ctx.scope.plan),
    sources: sourcesOf(said, statuses),
    notImported: notImported(statuses),
  }
})

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

function sourcesOf(said: readonly SourcedCveData[], statuses: readonly CveStatus[]): CveReport['sources'] {
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
