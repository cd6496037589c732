import { sourceName } from '#model/evidence.ts'
import { refuse } from '#model/errors.ts'
import { builtinActors } from '#sources/actors/sources.ts'
import { sourceNamed } from '#sources/catalogue/all.ts'
import { readReportInWorker } from '#sources/reports/read-in-worker.ts'
import { SourceRefused } from '#sources/refused.ts'
import { writeActors } from '#store/analytics/evidence/actors.ts'
import { type EvidenceSource, listSources } from '#store/analytics/evidence/sources.ts'
import { writeSightings } from '#store/analytics/evidence/sightings.ts'
import type { Deps } from '../context.ts'
import type { Files, Receipt, ImportInput } from './import-input.ts'

/** Bytes of a list of others as it is sent, perhaps compressed. */
const listLimit = 64_000_000

/** A list that lost more than this share is taken for a broken one. */
const minShare = 0.5

/**
 * Puts a list in the place of the one of that name, all at once. A broken, empty or suddenly short one changes nothing.
 * @throws Refusal 'invalid-input' for a name that is none, 'unreadable-source' with what is wrong, 'conflict'
 */
export async function importReport(
  deps: Deps,
  input: ImportInput & { kind: EvidenceSource['kind'] },
  files: Files,
): Promise<Receipt> {
  const { name, kind } = input
  if (!sourceName.test(name) || name === builtinActors)
    throw refuse(
      'invalid-input',
      `"${name.slice(0, 60)}" cannot name a list: a-z, 0-9 and "-", at most 40, not "${builtinActors}".`,
    )
  const status = (await listSources(deps.analytics)).find((source) => source.name === name)
  if (status && status.kind !== kind)
    throw refuse('conflict', `"${name}" is a list of ${status.kind}: remove it first.`)
  const read = await readList(kind, files)
  const before = status?.entries ?? 0
  if (!input.force && read.entries < before * minShare)
    throw refuse(
      'unreadable-source',
      `The list has ${read.entries} entries, the one that stands ${before}: it is suddenly small.`,
    )
  const known = sourceNamed(name)
  const about = {
    name,
    licence: input.licence ?? status?.licence ?? known?.licence ?? '',
    reference: input.reference ?? status?.reference ?? known?.home ?? '',
    now: deps.clock(),
  }
  const trust = input.trust ?? status?.trust ?? 'none'
  const changes =
    read.kind === 'actors'
      ? await writeActors(deps.analytics, { ...about, actors: read.actors })
      : await writeSightings(deps.analytics, { ...about, trust, addresses: read.addresses })
  return {
    name,
    rows: read.entries,
    before,
    ...changes,
    unreadable: read.unreadable,
    reserved: read.reserved,
  }
}

async function wholeOf(files: Files): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let [count, bytes] = [0, 0]
  for await (const file of files) {
    if (++count > 1) throw refuse('invalid-input', 'A list is one file.')
    for await (const chunk of file) {
      bytes += chunk.length
      if (bytes > listLimit)
        throw refuse('too-large', `A list may hold ${listLimit} bytes as it is sent.`, { limit: listLimit })
      chunks.push(chunk)
    }
  }
  return Buffer.concat(chunks)
}

async function readList(kind: EvidenceSource['kind'], files: Files) {
  try {
    return await readReportInWorker(kind, await wholeOf(files))
  } catch (error) {
    if (error instanceof SourceRefused) throw refuse('unreadable-source', error.message)
    throw error
  }
}
