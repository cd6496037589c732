import type { SourceStatus } from '#model/sources.ts'
import type { SourcesReport } from '#model/sources.ts'
import { everySource, sourceNamed } from '#sources/catalogue/all.ts'
import { builtinActors } from '#sources/actors/sources.ts'
import { customList } from '#sources/reports/sources.ts'
import { isAddressSource, type About } from '#sources/source.ts'
import { cveStatuses } from '#store/analytics/cves/status.ts'
import { type EvidenceSource, listSources } from '#store/analytics/evidence/sources.ts'
import { verb } from '../access.ts'
import type { Ctx, Deps } from '../context.ts'
import type { FetchState } from '#store/app/fetch-states.ts'
import { againAt } from './fetch-state.ts'

/** Every source of every kind, those without data too, and every list an operator named. */
export async function sourceStatuses({
  analytics,
  reference,
}: Pick<Ctx | Deps, 'analytics' | 'reference'>): Promise<SourceStatus[]> {
  const [facts, cves, lists, memories] = await Promise.all([
    reference.facts(),
    cveStatuses(analytics),
    listSources(analytics),
    reference.fetchStates(),
  ])
  const statuses = everySource
    .map((source): SourceStatus | undefined => {
      if (isAddressSource(source)) return facts.find(({ name }) => name === source.name)
      if (source.kind !== 'cve')
        return ofList(
          source,
          source.kind,
          lists.find(({ name }) => name === source.name),
        )
      const stands = cves.find((one) => one.source === source.name)
      return status(source, 'cve', stands && { rows: stands.rows, importedAt: isoOf(stands.importedAt) })
    })
    .filter((one) => one !== undefined)
  const yours = lists
    .filter(({ name }) => !sourceNamed(name))
    .map((list) => ofList(customList(list.name, list.kind), list.kind, list))
  return [...statuses, ...yours].map((one) => remembering(one, memories.get(one.name)))
}

/** What the page, the API and the command line show. */
export const sourcesReport = verb([], async (ctx: Ctx): Promise<SourcesReport> => ({
  sources: await sourceStatuses(ctx),
  updates: ctx.reference.updates(),
}))

const isoOf = (at: number): string => new Date(at).toISOString()

const status = (
  { name, gives, licence, credit, home, urls, refreshHours }: About,
  kind: SourceStatus['kind'],
  stands: { rows: number; importedAt: string } | undefined,
): SourceStatus => ({
  name,
  kind,
  gives,
  licence,
  credit,
  home,
  urls: [...urls],
  refreshHours,
  state: stands ? 'imported' : 'missing',
  rows: stands?.rows ?? 0,
  from: [],
  importedAt: stands?.importedAt ?? '',
  trust: null,
  attempt: null,
})

function ofList(about: About, kind: EvidenceSource['kind'], list: EvidenceSource | undefined): SourceStatus {
  const of = status(about, kind, list && { rows: list.entries, importedAt: list.imported })
  return {
    ...of,
    ...(about.name === builtinActors && list && { state: 'bundled' as const, from: [list.reference] }),
    licence: about.licence || (list?.licence ?? ''),
    home: about.home || (list?.reference ?? ''),
    trust: kind === 'sightings' ? (list?.trust ?? 'none') : null,
  }
}

function remembering(of: SourceStatus, memory: FetchState | undefined): SourceStatus {
  if (!memory) return of
  const { from, attempt } = memory
  const since = attempt !== null && !(Date.parse(of.importedAt) >= attempt.at)
  return {
    ...of,
    // Facts say it in their own files, which another process may have swapped.
    from: of.kind === 'facts' || from.length === 0 ? of.from : from,
    attempt: since
      ? { at: isoOf(attempt.at), lastError: attempt.lastError, again: isoOf(againAt(attempt)) }
      : null,
  }
}
