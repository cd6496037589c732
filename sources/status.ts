import { readKeptHeader, keptAt } from './files/store.ts'
import { allSources } from './catalogue.ts'
import { defaultFor } from './bundled.ts'
import type { SourceStanding } from '#model/sources.ts'
import type { Source } from './source.ts'

/** What stands of each source of facts in `folder`, as its files say. */
export const standings = (folder: string): Promise<SourceStanding[]> =>
  Promise.all(allSources.map((source) => standingOf(folder, source)))

async function standingOf(folder: string, source: Source): Promise<SourceStanding> {
  const { current, previous } = keptAt(folder, source.name)
  const header = (await readKeptHeader(current)) ?? (await readKeptHeader(previous))
  const bundled = header ? null : await defaultFor(source, folder)
  const found = header ?? bundled
  return {
    name: source.name,
    kind: 'facts',
    gives: source.gives,
    licence: source.licence,
    credit: source.credit,
    home: source.home,
    urls: [...source.urls],
    refreshHours: source.refreshHours,
    state: header ? 'imported' : bundled ? 'bundled' : 'missing',
    rows: found?.rows ?? 0,
    from: found?.from ?? [],
    importedAt: found ? new Date(found.imported).toISOString() : '',
    trust: null,
    attempt: null,
  }
}
