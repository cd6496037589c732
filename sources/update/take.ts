import { type SourceContent, type SourceHeader } from '../files/container.ts'
import { keep, keptAt, readKept } from '../files/keep.ts'
import { type SourceInput, unpack } from '../files/unpack.ts'
import { nameChanges, NameList } from '../names/rows.ts'
import { canonical, rowsOf } from '../networks/canonical.ts'
import { type Changes, changesBetween } from '../networks/changes.ts'
import { NetworkRows } from '../networks/rows.ts'
import { SourceRefused } from '../refused.ts'
import type { Source } from '../source.ts'

export interface Taken extends Changes {
  source: string
  rows: number
  /** Rows of the one before; 0 when it was the first. */
  before: number
  /** Lines that were no rows and were left out. */
  bad: number
}

/** More bad lines than this part of all, and the file is not what it should be. */
const mostBad = 0.01
/** A file with less than this part of the rows of the one before is taken for broken. */
const leastOfBefore = 0.5

/** The rows of a source's files, verified against nothing yet but themselves. @throws SourceRefused */
export function parseSource(
  source: Source,
  inputs: readonly SourceInput[],
): { content: SourceContent; rows: number; bad: number } {
  let bad = 0
  const examples: string[] = []
  const isBad = (what: string): void => {
    bad += 1
    if (examples.length < 3) examples.push(what.slice(0, 60))
  }
  const networks = new NetworkRows()
  const names = new NameList()
  const found = (): number => networks.length + names.length
  for (const input of inputs) {
    const before = found()
    try {
      const plain = unpack(input)
      if (source.kind === 'networks') source.read(plain, networks, isBad)
      else source.read(plain, names, isBad)
    } catch (error) {
      throw error instanceof SourceRefused ? new SourceRefused(`${input.name}: ${error.message}`) : error
    }
    if (found() === before && inputs.length === 1) throw new SourceRefused(`${input.name}: holds no row`)
  }
  if (bad > found() * mostBad)
    throw new SourceRefused(
      `${bad} lines are no rows, beside ${found()} that are: "${examples.join('", "')}"`,
    )
  const content: SourceContent =
    source.kind === 'networks'
      ? { kind: 'networks', networks: canonical(networks.done()) }
      : { kind: 'names', names: names.done() }
  return { content, bad, rows: countRows(content) }
}

export const countRows = (content: SourceContent): number =>
  content.kind === 'networks' ? rowsOf(content.networks) : content.names.keys.length

export interface Take {
  folder: string
  /** Milliseconds since 1970 UTC. */
  now: number
  /** Where the files came from, for people. */
  from: readonly string[]
  /** Take it whatever the one before was like. What cannot be read is never taken. */
  force: boolean
}

const mostFrom = 20

/**
 * Puts the files of a source in the place of what stood before, when they are sound and no poor copy of it.
 * @throws SourceRefused; what stood before then still stands
 */
export async function takeSource(source: Source, inputs: readonly SourceInput[], take: Take): Promise<Taken> {
  const { content, rows, bad } = parseSource(source, inputs)
  const { current, previous } = keptAt(take.folder, source.name)
  const before = (await readKept(current)) ?? (await readKept(previous))
  if (!take.force) refuseImplausible(source, rows, before?.header ?? null)
  const header: SourceHeader = {
    source: source.name,
    rows,
    imported: take.now,
    from: take.from.slice(0, mostFrom).map((text) => text.slice(0, 500)),
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
  if (rows < source.leastRows)
    throw new SourceRefused(
      `has ${rows} rows; ${source.name} has at least ${source.leastRows} (--force takes it anyway)`,
    )
  if (before && rows < before.rows * leastOfBefore)
    throw new SourceRefused(
      `has ${rows} rows where the one before has ${before.rows}: taken for broken (--force takes it anyway)`,
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
