import type { SourceContent } from '../formats/container.ts'
import { type SourceInput, unpack } from '../formats/unpack.ts'
import { NameList } from '../lookup-tables/rows.ts'
import { canonical, rowsOf } from '../ranges/canonical.ts'
import { NetworkRows } from '../ranges/rows.ts'
import { SourceRefused } from '../refused.ts'
import type { Source } from '../source.ts'

/** More bad lines than this part of all, and the file is not what it should be. */
const maxBadShare = 0.01
const remark = '#'.charCodeAt(0)

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
      // Of several lists one may say that there is nothing; none may have lost its rows.
      if (found() === before && (inputs.length === 1 || plain.bytes[0] !== remark))
        throw new SourceRefused(
          `holds no row${examples[0] === undefined ? '' : ` that it could have: "${examples[0]}"`}`,
        )
    } catch (error) {
      throw error instanceof SourceRefused ? new SourceRefused(`${input.name}: ${error.message}`) : error
    }
  }
  if (bad > found() * maxBadShare)
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
