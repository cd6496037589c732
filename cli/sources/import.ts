import { tmpdir } from 'node:os'
import { type AnySource, sourceNamed } from '#sources/catalogue/all.ts'
import { customList } from '#sources/reports/sources.ts'
import { SourceRefused } from '#sources/refused.ts'
import { outcomeOf } from '#sources/import/import-files.ts'
import { findSources, type Found, known, sourceOf } from '#sources/import/find.ts'
import { withFetched } from '#sources/import/publisher.ts'
import { Exit } from '../exit.ts'
import type { Reporter } from './report.ts'
import { takeFiles } from './send-files.ts'
import type { Places, SourcesOptions } from './places.ts'

/** `noisefloor sources import FOLDER|FILE|URL`: everything there that is a source, each whole or not at all. */
export async function importPath(
  places: Places,
  path: string,
  options: SourcesOptions,
  report: Reporter,
): Promise<void> {
  const at = { places, options, report }
  try {
    if (/^https?:\/\//i.test(path)) {
      const source = yoursOrKnown(options) ?? sourceOf(URL.parse(path)?.pathname ?? path)
      const take = () =>
        withFetched({ urls: [path] }, { base: undefined, folder: tmpdir() }, (files) =>
          takeFiles(at, source, files, [path]),
        )
      return report.outcome(await outcomeOf(source, take))
    }
    const found = await foundAt(path, options)
    for (const [source, files] of found.known) {
      const names = files.map(({ name }) => name)
      report.outcome(await outcomeOf(source, () => takeFiles(at, source, files, names)))
    }
    tellRest(found, report)
  } catch (error) {
    throw error instanceof SourceRefused ? new Exit('refused', error.message) : error
  }
  return undefined
}

/** The source that was named: one we know, or a list under a name of the operator's own. @throws SourceRefused */
function yoursOrKnown({ source: name, kind }: SourcesOptions): AnySource | undefined {
  if (name === undefined) return undefined
  if (kind !== undefined && !sourceNamed(name))
    return customList(name, kind === 'actors' ? 'actors' : 'sightings')
  return known(name)
}

async function foundAt(path: string, options: SourcesOptions): Promise<Found> {
  const source = yoursOrKnown(options)
  if (!source || sourceNamed(source.name)) return findSources(path, source?.name)
  return { known: [[source, [{ name: path, path }]]], unknown: [], links: [] }
}

/** Names what was there and is no source: folder by folder, for there may be thousands. */
function tellRest({ unknown, links }: Found, report: Reporter): void {
  const folders = Map.groupBy(unknown, (name) => name.slice(0, name.lastIndexOf('/') + 1))
  const groups = [...folders].map(([folder, names]) =>
    names.length > 3 ? `${folder === '' ? './' : folder} (${names.length} files)` : names.join(', '),
  )
  if (groups.length > 0) report.note(`Unknown sources: ${groups.join(', ')}`, { unknown })
  if (links.length > 0) report.note(`Links are not followed: ${links.join(', ')}`, { links })
}
