import { readKeptHeader, keptAt } from './formats/store.ts'
import { allSources } from './catalogue/address-sources.ts'
import { defaultFor } from './bundled.ts'
import type { SourceStatus } from '#model/sources.ts'
import type { Source } from './source.ts'

/** What stands of each source of facts in `folder`, as its files say. */
export const statuses = (folder: string): Promise<SourceStatus[]> =>
  Promise.all(allSources.map((source) => statusOf(folder, source)))

async function statusOf(folder: string, source: Source): Promise<SourceStatus> {
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
