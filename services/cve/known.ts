import { Refusal } from '#model/errors.ts'
import type { Tag } from '#model/tag.ts'
import {
  activityOfCves,
  type Detects,
  firstWatchedDay,
  type SeenActivity,
  unseenActivity,
} from '#store/analytics/cves/activity.ts'
import { cveData, epssHistories, type SourcedCveData } from '#store/analytics/cves/data.ts'
import { type CveStatus, cveStatuses } from '#store/analytics/cves/status.ts'
import type { Reads } from '#store/analytics/read-only.ts'
import type { Ctx } from '../context.ts'

/**
 * What pages and records of CVEs are made of, made once for all CVEs that a tag of ours detects: whoever looks at one of them asks the
 * engine nothing. What sources say of the others, hundreds of thousands, is read when it is asked for.
 */
type Asking = Pick<Ctx, 'reports' | 'tags' | 'clock'>

export interface SaidOfCve {
  facts: readonly SourcedCveData[]
  /** One point a week, oldest first. */
  epssHistory: { date: string; score: number }[]
}

/** The tags that detect a CVE, by slug. */
export const tagsFor = ({ tags }: Pick<Ctx, 'tags'>, cve: string): Tag[] =>
  [...tags.values()].filter((tag) => tag.cves.includes(cve)).sort(bySlug)

const bySlug = (a: Tag, b: Tag): number => (a.slug < b.slug ? -1 : 1)

/** The same for many: all tags are looked through once, not once for each CVE. */
export function tagsForEach({ tags }: Pick<Ctx, 'tags'>, cves: Iterable<string>): Map<string, Tag[]> {
  const found = new Map<string, Tag[]>([...cves].map((cve) => [cve, []]))
  for (const tag of [...tags.values()].sort(bySlug))
    for (const cve of new Set(tag.cves)) found.get(cve)?.push(tag)
  return found
}

const detectsOf = (tags: Iterable<Tag>): Detects =>
  [...tags].flatMap(({ slug, cves }) => cves.map((cve) => [slug, cve] as const))

/** What stands of each source that was ever imported. */
export const sourcesOfCves = ({ reports }: Asking): Promise<CveStatus[]> =>
  reports.get({ name: 'sources of CVEs', input: null, read: cveStatuses, isLarge: true })

/** What the sources say of one CVE, in canonical form. */
export async function saidOfCve(ctx: Asking, cve: string): Promise<SaidOfCve> {
  const statuses = await sourcesOfCves(ctx)
  const versions = statuses.map(({ source, version }) => [source, version])
  if (versions.length === 0) return { facts: [], epssHistory: [] }
  const read = async (reads: Reads, cves: readonly string[]) => {
    const [facts, histories] = await Promise.all([cveData(reads, cves), epssHistories(reads, cves)])
    return { facts, histories }
  }
  const ours = [...new Set(detectsOf(ctx.tags.values()).map(([, detected]) => detected))]
  const { facts, histories } = await ctx.reports.get(
    ours.includes(cve)
      ? {
          name: 'what is said of CVEs',
          input: versions,
          read: (reads) => read(reads, ours),
          isVersioned: true,
          isLarge: true,
        }
      : {
          name: 'what is said of a CVE',
          input: { cve, versions },
          read: (reads) => read(reads, [cve]),
          isVersioned: true,
        },
  )
  return { facts: facts.get(cve) ?? [], epssHistory: histories.get(cve) ?? [] }
}

const dayMs = 86_400_000

/** UTC days since that one, both included. */
const daysSince = (day: string | null, now: number): number =>
  day === null ? 0 : Math.floor(now / dayMs) - Math.floor(Date.parse(day) / dayMs) + 1

export interface SeenOfCves {
  of(cve: string): SeenActivity
  /** UTC days of the window since the first session of all, today included. */
  watchedDays: number
}

/** What was seen of CVEs, at most half a minute ago; where that is too much for one statement, of those of `wanted` alone. */
export async function seenOfCves(ctx: Asking, wanted: readonly Tag[]): Promise<SeenOfCves> {
  const today = Math.floor(ctx.clock() / dayMs)
  const read = async (reads: Reads, tags: Iterable<Tag>) => {
    const now = ctx.clock()
    const [activity, first] = await Promise.all([
      activityOfCves(reads, detectsOf(tags), now),
      firstWatchedDay(reads, now),
    ])
    return { activity, watchedDays: daysSince(first, now) }
  }
  const all = await ctx.reports.get({
    name: 'activity of CVEs',
    input: { today },
    async read(reads) {
      try {
        return await read(reads, ctx.tags.values())
      } catch (error) {
        if (error instanceof Refusal && error.code === 'too-costly') return null
        throw error
      }
    },
    isLarge: true,
  })
  const { activity, watchedDays } =
    all ??
    (await ctx.reports.get({
      name: 'activity of some CVEs',
      input: { today, tags: wanted.map(({ slug }) => slug) },
      read: (reads) => read(reads, wanted),
    }))
  // Days on which nothing was seen are the same of all: of a list of CVEs most were never tried.
  const unseen = unseenActivity(ctx.clock())
  return { of: (cve) => activity.get(cve) ?? unseen, watchedDays }
}
