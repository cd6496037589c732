import { nameSources, networkSources } from './catalogue/address-sources.ts'
import { readBundled } from './bundled.ts'
import type { SourceContent, SourceHeader } from './formats/container.ts'
import { keptAt, readKept } from './formats/store.ts'
import type { NameRows } from './lookup-tables/rows.ts'
import { flatten } from './ranges/flatten.ts'
import { merge, type MergedTable } from './ranges/merge.ts'
import type { Source } from './source.ts'

export type NetworkName = (typeof networkSources)[number]['name']

/** All reference data, ready to be searched; plain data, so that a thread can hand it to another. */
export interface LoadedSources {
  table: MergedTable
  /** In the order of `networkSources`: what the cells of its column stand for. */
  columns: { sets: number[][]; values: string[]; imported: number }[]
  /** By name, in the order of `nameSources`. */
  names: NameRows[]
  /** What could not be read, in words for the log. */
  problems: string[]
}

/** The good one of a source: imported, else the one before, else bundled, else nothing. */
async function goodOne(
  source: Source,
  folder: string,
  problems: string[],
): Promise<{ header: SourceHeader; content: SourceContent } | null> {
  const { current, previous } = keptAt(folder, source.name)
  const kept = await readKept(current)
  if (kept && kept.content.kind === source.kind) return kept
  const before = await readKept(previous)
  if (before && before.content.kind === source.kind) {
    problems.push(`${source.name}: the file is damaged or gone, the one before is used`)
    return before
  }
  try {
    return await readBundled(source, folder)
  } catch (error) {
    problems.push(`${source.name}: the bundled data cannot be read: ${String(error)}`)
    return null
  }
}

const nothing = {
  starts4: new Uint32Array(),
  tails4: new Uint32Array(),
  starts6: new Uint32Array(),
  tails6: new Uint32Array(),
  values: [],
}

/** Reads every source in `folder` and makes one table of those about networks. Sources without data are empty. */
export async function loadSources(folder: string): Promise<LoadedSources> {
  const problems: string[] = []
  const columns: LoadedSources['columns'] = []
  const tables = []
  // One after the other: the largest is read while nothing else is held.
  for (const source of networkSources) {
    const good = await goodOne(source, folder, problems)
    const networks = good?.content.kind === 'networks' ? good.content.networks : nothing
    const flat = flatten(networks, source.matching)
    tables.push(flat)
    columns.push({ sets: flat.sets, values: networks.values, imported: good?.header.imported ?? 0 })
  }
  const names: NameRows[] = []
  for (const source of nameSources) {
    const good = await goodOne(source, folder, problems)
    names.push(good?.content.kind === 'names' ? good.content.names : { keys: [], values: [] })
  }
  return { table: merge(tables), columns, names, problems }
}
