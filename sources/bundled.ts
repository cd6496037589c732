import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SourceContent, SourceHeader } from './formats/container.ts'
import { keep, readKept, readKeptHeader } from './formats/store.ts'
import { dataPackage } from './package.ts'
import type { Source } from './source.ts'
import { parseSource } from './import/parse.ts'

/** Data that npm installs with the product, for a machine without internet. */
const packages: Readonly<Record<string, { name: string; files: readonly string[] }>> = {
  country: { name: '@ip-location-db/geo-whois-asn-country-mmdb', files: ['geo-whois-asn-country.mmdb'] },
  asn: { name: '@ip-location-db/asn', files: ['asn-ipv4.csv', 'asn-ipv6.csv'] },
  organisation: { name: '@ip-location-db/asn', files: ['asn-ipv4.csv', 'asn-ipv6.csv'] },
}

/** Version of how bundled data is read; a new one makes what was compiled before be compiled again. */
const format = 2

/** Versions of these packages end in the day they were made: 2.3.2026061719. */
const madeAt = (version: string): number => {
  const [, year, month, day] = /(\d{4})(\d{2})(\d{2})\d{2}$/.exec(version) ?? []
  return year ? Date.UTC(Number(year), Number(month) - 1, Number(day)) : 0
}

const fileOf = (source: Source, folder: string): { path: string; name: string; version: string } | null => {
  const known = packages[source.name]
  const data = known && dataPackage(known.name)
  if (!data) return null
  const name = `${source.name}-${data.version}-${format}.bundled`
  return { path: join(folder, name), name, version: data.version }
}

let installed: readonly string[] | undefined

/** Name and version of every bundled package that is installed; a running process does not notice others. */
export const bundledVersions = (): readonly string[] =>
  (installed ??= Object.entries(packages).flatMap(([source, { name }]) => {
    const data = dataPackage(name)
    return data ? [`${source}@${data.version}-${format}`] : []
  }))

/** Header of the bundled data of a source, compiled or not; null when there is none. */
export async function defaultFor(source: Source, folder: string): Promise<SourceHeader | null> {
  const file = fileOf(source, folder)
  if (!file) return null
  const compiled = await readKeptHeader(file.path)
  const from = [`${packages[source.name]?.name}@${file.version}`]
  return compiled ?? { source: source.name, rows: 0, imported: madeAt(file.version), from }
}

/**
 * The bundled data of a source, compiled once a version into `folder`; null when there is none. A folder that cannot be
 * written makes it be compiled at each start.
 */
export async function readBundled(
  source: Source,
  folder: string,
): Promise<{ header: SourceHeader; content: SourceContent } | null> {
  const file = fileOf(source, folder)
  const known = packages[source.name]
  const data = known && dataPackage(known.name)
  if (!file || !data) return null
  const compiled = await readKept(file.path)
  if (compiled) return compiled
  const inputs = await Promise.all(
    known.files.map(async (name) => ({ name, bytes: await readFile(data.file(name)) })),
  )
  const { content, rows } = parseSource(source, inputs)
  const header = {
    source: source.name,
    rows,
    imported: madeAt(file.version),
    from: [`${known.name}@${file.version}`],
  }
  try {
    await keep(folder, header, content, { current: file.path })
    for (const old of await readdir(folder))
      if (old !== file.name && old.startsWith(`${source.name}-`) && old.endsWith('.bundled'))
        await rm(join(folder, old), { force: true })
  } catch {
    // Said where the folder is needed: at an import.
  }
  return { header, content }
}
