import type { Bytes } from '../formats/bytes.ts'
import type { CveRow, CveSource } from './source.ts'
import { SourceRefused } from '../refused.ts'

/** Fewer rows than this share of what stands are no update. */
const minShare = 0.9

/** Lists of exploits write it where they know no CVE; it is nobody's. */
const placeholder = 'CVE-0000-0000'

/** What is known of the rows once all of them came. */
export interface Seen {
  rows: number
  /** The CVE of the last row. */
  last: string
  /** Day of the newest thing in them, "" when they do not say. */
  dataDate: string
}

export interface Checks {
  /** What stands, null when nothing does. */
  before: { rows: number; last: string } | null
  partial: boolean
  force: boolean
}

/**
 * The rows of all files, each CVE once (the first counts); ends with an error unless all files were whole and, together, an
 * update of what stands. Whoever takes the rows must forget them then.
 * @throws SourceRefused
 */
export async function* checkedRows(
  source: CveSource,
  files: Iterable<Bytes> | AsyncIterable<Bytes>,
  { before, partial, force }: Checks,
): AsyncGenerator<CveRow, Seen> {
  const ids = new Set<string>()
  const seen: Seen = { rows: 0, last: '', dataDate: '' }
  for await (const file of files)
    for await (const row of source.parse(file)) {
      if (row.cve === placeholder) continue
      seen.last = row.cve
      if (ids.has(row.cve)) continue
      ids.add(row.cve)
      const date = dateOf(row)
      if (date > seen.dataDate) seen.dataDate = date
      yield row
    }
  seen.rows = ids.size
  if (seen.rows === 0) throw new SourceRefused('The file holds no rows.')
  if (!before) {
    if (seen.rows < source.minRows)
      throw new SourceRefused(`The file holds ${seen.rows} rows; at least ${source.minRows} were expected.`)
    return seen
  }
  if (partial) return { ...seen, last: before.last }
  if (force) return seen
  if (seen.rows < before.rows * minShare)
    throw new SourceRefused(`The file holds ${seen.rows} rows, ${before.rows} stand: it is suddenly small.`)
  // A file cut at the end of a row looks whole, but for what used to stand last.
  if (before.last !== '' && !ids.has(before.last))
    throw new SourceRefused(
      `${before.last}, the last row of what stands, is missing: the file seems to be cut off.`,
    )
  return seen
}

/** How new a row itself is, as far as it says. */
export const dateOf = ({ facts }: CveRow): string =>
  facts.epss?.date ?? facts.kev?.added ?? facts.modified?.slice(0, 10) ?? facts.published?.slice(0, 10) ?? ''
