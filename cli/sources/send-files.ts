import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { AnySource } from '#sources/catalogue/all.ts'
import { newestOf } from '#sources/cve/newest.ts'
import { packed } from '#sources/formats/tar.ts'
import { SourceRefused } from '#sources/refused.ts'
import { isAddressSource } from '#sources/source.ts'
import { importAddressSource } from '#sources/import/import-files.ts'
import type { SourceFile } from '#sources/source-file.ts'
import type { Imported } from '#sources/import/import-source.ts'
import { accepted, call, step } from '../connection.ts'
import { Exit } from '../exit.ts'
import type { Reporter } from './report.ts'
import type { Places, SourcesOptions } from './places.ts'

/** Puts files in the place of what stands of a source, wherever that is kept. @throws SourceRefused */
export async function takeFiles(
  { places, options, report }: { places: Places; options: SourcesOptions; report: Reporter },
  source: AnySource,
  files: readonly SourceFile[],
  from: readonly string[],
): Promise<Imported> {
  if (isAddressSource(source))
    return importAddressSource(source, files, {
      folder: places.folder,
      now: Date.now(),
      from,
      force: options.force,
    })
  if (source.kind !== 'cve') {
    if (files.length > 1)
      throw new SourceRefused(
        `several files are it: ${from.join(', ')}. Import one, with --source ${source.name}`,
      )
    const { kind, trust, licence, reference } = options
    return send(places, source, files, from, { ...options, kind, trust, licence, reference })
  }
  if (files.length === 1 || source.isOfSeveralFiles) return send(places, source, files, from, options)
  const { newest, older } = await newestOf(source, files)
  const names = older.map(({ name }) => name)
  report.note(`${source.name}: older, left out: ${names.join(', ')}`, { source: source.name, older: names })
  return send(places, source, [newest], [newest.name], options)
}

const receipt = z.object({
  name: z.string(),
  rows: z.number(),
  before: z.number(),
  added: z.number(),
  removed: z.number(),
  changed: z.number(),
  unreadable: z.number(),
  reserved: z.number(),
})

const bodyOf = (files: readonly SourceFile[]): ReadableStream =>
  Readable.toWeb(Readable.from(packed(files), { objectMode: false })) as ReadableStream

/** Names that are told of where it came from. */
const maxOrigins = 20

async function send(
  { connect }: Places,
  { name }: AnySource,
  files: readonly SourceFile[],
  from: readonly string[],
  { kind, trust, licence, reference, force, add }: SourcesOptions,
): Promise<Imported> {
  const query = new URLSearchParams(from.slice(0, maxOrigins).map((one) => ['from', one]))
  const said = {
    kind,
    trust,
    licence,
    reference,
    ...(force && { force: 'true' }),
    ...(add && { add: 'true' }),
  }
  for (const [key, value] of Object.entries(said)) if (value !== undefined) query.set(key, value)
  const [first] = files
  if (!first) throw new SourceRefused('there is no file')
  const one = files.length === 1
  try {
    const answer = await call(connect(), `/api/sources/${step(name)}?${query}`, {
      method: 'PUT',
      body: one ? await openAsBlob(first.path) : bodyOf(files),
      headers: { 'content-type': one ? 'application/octet-stream' : 'application/x-tar' },
      ...(!one && { duplex: 'half' }),
    })
    const { unreadable, reserved, ...taken } = receipt.parse(accepted(answer))
    return { ...taken, source: taken.name, bad: unreadable + reserved }
  } catch (error) {
    if (error instanceof Exit) throw new SourceRefused(error.message)
    throw error
  }
}
