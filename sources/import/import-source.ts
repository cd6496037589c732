import { defaultFor } from '../bundled.ts'
import { type SourceContent, type SourceHeader } from '../formats/container.ts'
import { keep, keptAt, readKept } from '../formats/store.ts'
import type { SourceInput } from '../formats/unpack.ts'
import { nameChanges } from '../lookup-tables/rows.ts'
import { type Changes, changesBetween } from '../ranges/changes.ts'
import { SourceRefused } from '../refused.ts'
import type { Source } from '../source.ts'
import { countRows, parseSource } from './parse.ts'

export interface Imported extends Changes {
  source: string
  rows: number
  /** Rows of the one before; 0 when it was the first. */
  before: number
  /** Lines that were no rows and were left out. */
  bad: number
}

/** A file with less than this part of the rows of the one before is taken for broken. */
const minOfBefore = 0.5
const minOfBundled = 0.1

export interface ImportOptions {
  folder: string
  /** Milliseconds since 1970 UTC. */
  now: number
  /** Where the files came from, for people. */
  from: readonly string[]
  /** Take it whatever the one before was like. What cannot be read is never taken. */
  force: boolean
}

const maxOrigins = 20

/**
 * Puts the files of a source in the place of what stood before, when they are sound and no poor copy of it.
 * @throws SourceRefused; what stood before then still stands
 */
export async function importSource(
  source: Source,
  inputs: readonly SourceInput[],
  take: ImportOptions,
): Promise<Imported> {
  const { content, rows, bad } = parseSource(source, inputs)
  const { current, previous } = keptAt(take.folder, source.name)
  const before = (await readKept(current)) ?? (await readKept(previous))
  if (!take.force) {
    refuseImplausible(source, rows, before?.header ?? null)
    if (!before) refuseBesideBundled(rows, (await defaultFor(source, take.folder))?.rows ?? 0)
  }
  const header: SourceHeader = {
    source: source.name,
    rows,
    imported: take.now,
    from: take.from.slice(0, maxOrigins).map((text) => text.slice(0, 500)),
  }
  await keep(take.folder, header, content)
  return {
    source: source.name,
    rows,
    before: before?.header.rows ?? 0,
    bad,
    ...changes(before?.content ?? emptied(content), content),
  }
}

function refuseImplausible(source: Source, rows: number, before: SourceHeader | null): void {
  if (rows < source.minRows)
    throw new SourceRefused(
      `has ${rows} rows; ${source.name} has at least ${source.minRows} (--force takes it anyway)`,
    )
  if (before && rows < before.rows * minOfBefore)
    throw new SourceRefused(
      `has ${rows} rows where the one before has ${before.rows}: taken for broken (--force takes it anyway)`,
    )
}

/** Another publisher than the bundled one may count in other networks, but not a tenth of them. */
function refuseBesideBundled(rows: number, bundled: number): void {
  if (rows < bundled * minOfBundled)
    throw new SourceRefused(
      `has ${rows} rows where the bundled one has ${bundled}: taken for broken (--force takes it anyway)`,
    )
}

const none = new Uint32Array()
const emptied = (content: SourceContent): SourceContent =>
  content.kind === 'names'
    ? { kind: 'names', names: { keys: [], values: [] } }
    : { kind: 'networks', networks: { starts4: none, tails4: none, starts6: none, tails6: none, values: [] } }

const changes = (before: SourceContent, after: SourceContent): Changes =>
  before.kind === 'networks' && after.kind === 'networks'
    ? changesBetween(before.networks, after.networks)
    : before.kind === 'names' && after.kind === 'names'
      ? nameChanges(before.names, after.names)
      : { added: countRows(after), removed: countRows(before), changed: 0 }
