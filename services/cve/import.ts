import { refuse } from '#model/errors.ts'
import { cveSourceNamed, cveSources } from '#sources/cve/all.ts'
import { importCveSource } from '#sources/cve/import.ts'
import { type Bytes, SourceBroken } from '#sources/cve/source.ts'
import type { CveImport } from '#store/analytics/cves/stage.ts'
import { cveStandings, type CveStanding } from '#store/analytics/cves/standing.ts'
import type { House } from '../context.ts'

export interface ImportCves {
  source: string
  file: Bytes
  /** What the file does not name stays as it is. */
  partial: boolean
  /** Takes it although it seems cut off or is suddenly small. */
  acceptLoss: boolean
}

/**
 * Makes one file the state of a source of CVEs; it runs to its end whoever waits.
 * @throws Refusal 'not-found' for an unknown source, 'unreadable-source' when the file must not be taken: what stood stands
 */
export async function importCves(
  { analytics, clock, log }: Pick<House, 'analytics' | 'clock' | 'log'>,
  { source: name, file, partial, acceptLoss }: ImportCves,
): Promise<CveImport> {
  const source = cveSourceNamed(name)
  if (!source)
    throw refuse('not-found', `No such source. There are ${cveSources.map((one) => one.name).join(', ')}.`)
  try {
    const done = await importCveSource(analytics, source, [file], { now: clock(), partial, acceptLoss })
    log.info(
      { source: name, rows: done.rows, added: done.added, changed: done.changed, removed: done.removed },
      'source taken',
    )
    return done
  } catch (error) {
    if (error instanceof SourceBroken) throw refuse('unreadable-source', error.message)
    throw error
  }
}

/** A source and what stands of it, null when it was never imported. */
export interface CveSourceReport {
  name: string
  title: string
  gives: string
  licence: string
  url: string
  /** Names of its files, as a regular expression without regard to case. */
  files: string
  refreshHours: number
  standing: CveStanding | null
}

/** Every source, in the order in which they count. */
export async function listCveSources({ analytics }: Pick<House, 'analytics'>): Promise<CveSourceReport[]> {
  const standings = new Map((await cveStandings(analytics)).map((one) => [one.source, one]))
  return cveSources.map(({ name, title, gives, licence, url, refreshHours, files }) => ({
    files: files.source,
    name,
    title,
    gives,
    licence,
    url,
    refreshHours,
    standing: standings.get(name) ?? null,
  }))
}
