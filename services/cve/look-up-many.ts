import { canonicalCve, reaches } from '#model/cve.ts'
import { mapInSlices } from '#model/slices.ts'
import type { CveDetails, CveExploitation, CveStats, CveTimeline, WindowCounts } from '#model/cve-report.ts'
import type { Tag } from '#model/tag.ts'
import { cveData, type SourcedCveData } from '#store/analytics/cves/data.ts'
import { cveStatuses } from '#store/analytics/cves/status.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { type SeenOfCves, seenOfCves } from './known.ts'
import { mergeFacts } from './merge.ts'
import { detailsOf, exploitationOf, exploitsIn, statsOf, timelineOf } from './parts.ts'

/** Addresses that try it, as its activity counts them. */
export interface CveCounts {
  benign: WindowCounts
  threat: WindowCounts
  /** An address was seen in the 90 days. */
  seen: boolean
  /** All of them by the UTC day, of the last 30 that the plan reaches, today at the end. */
  trace: number[]
}

/** The short form of a report: what lists of CVEs show. A part that the plan does not reach is null. */
export interface CveEntry {
  cve: string
  details: CveDetails
  timeline: CveTimeline | null
  exploitation: CveExploitation | null
  stats: CveStats | null
  counts: CveCounts | null
  /** Of what the sources that were imported can tell: without one, "no" would be a guess. */
  told: { record: boolean; kev: boolean; exploits: boolean; actors: boolean }
}

/** As long as the longest window of the counts. */
const traceDays = 30

const countsOf = (seen: SeenOfCves, cve: string, historicDays: number): CveCounts => {
  const { benign, threat, addresses, days } = seen.of(cve)
  const trace = days
    .slice(-Math.min(traceDays, historicDays))
    .map(({ counts }) => Object.values(counts).reduce((sum, count) => sum + count, 0))
  return { benign, threat, seen: addresses > 0, trace }
}

/** Sources of whole records: what none of them has is not published. */
const recordSources = ['cve-list', 'nvd', 'cve-summary']

/** Most ids in one call. */
export const maxCves = 10_000

/** So many are asked for at once: what is said of them is held until they are merged. */
const atOnce = 2500

/**
 * Many CVEs at once, each once, in the order they were named. What is no CVE id and what nobody knows is listed apart.
 */
export const lookUpCves = verb(
  ['feature-search-cves'],
  async (ctx: Ctx, texts: readonly string[]): Promise<{ entries: CveEntry[]; notFound: string[] }> => {
    const { cveInsight: level, historicDays } = ctx.scope.plan
    const [basic, advanced] = [reaches(level, 'basic'), reaches(level, 'advanced')]
    const ids = [...new Set(texts.flatMap((text) => canonicalCve(text) ?? []))]
    const tags = new Map<string, Tag[]>(ids.map((id) => [id, []]))
    for (const tag of ctx.tags.values()) for (const cve of tag.cves) tags.get(cve)?.push(tag)
    const detecting = new Set([...tags.values()].flat())
    const [statuses, seen] = await Promise.all([
      cveStatuses(ctx.analytics),
      advanced ? seenOfCves(ctx, [...detecting]) : null,
    ])
    const imported = new Set(statuses.map(({ source }) => source))
    const entryOf = (cve: string, said: readonly SourcedCveData[]): CveEntry[] => {
      const mine = tags.get(cve) ?? []
      if (said.length === 0 && mine.length === 0) return []
      const merged = mergeFacts(said)
      return [
        {
          cve,
          details: detailsOf(merged, mine),
          timeline: basic ? timelineOf(merged, mine) : null,
          exploitation: basic ? exploitationOf(merged, []) : null,
          stats: advanced ? statsOf(merged) : null,
          counts: seen ? countsOf(seen, cve, historicDays) : null,
          told: {
            record: merged.published !== undefined || recordSources.some((name) => imported.has(name)),
            kev: merged.kev !== undefined || imported.has('kev'),
            exploits: exploitsIn(merged) > 0 || imported.has('exploits'),
            actors: (merged.actors ?? []).length > 0 || imported.has('threat-actors'),
          },
        },
      ]
    }
    const entries: CveEntry[] = []
    for (let from = 0; from < ids.length; from += atOnce) {
      const some = ids.slice(from, from + atOnce)
      const facts = await cveData(ctx.analytics, some)
      entries.push(...(await mapInSlices(some, (cve) => entryOf(cve, facts.get(cve) ?? []))).flat())
    }
    const known = new Set(entries.map(({ cve }) => cve))
    const notFound = [...new Set(texts)].filter((text) => !known.has(canonicalCve(text) ?? ''))
    return { entries, notFound }
  },
)

/** A list that somebody sends. @throws Refusal 'forbidden' when the plan has no look-ups of many */
export const lookUpListOfCves = verb(
  ['feature-search-cves-bulk'],
  async (ctx: Ctx, texts: readonly string[]): Promise<CveEntry[]> => {
    return (await lookUpCves(ctx, texts)).entries
  },
)
