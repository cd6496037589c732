import { yieldToEventLoop } from '#model/yield.ts'
import type { TagAddress } from '#store/analytics/tag-counts/addresses.ts'
import { csvLine } from '../present/csv.ts'

const columns = [
  'ip',
  'classification',
  'first_seen',
  'last_seen',
  'country',
  'asn',
  'organization',
] as const satisfies (keyof TagAddress)[]

/** Moments as every export writes them: "2026-11-20T17:01:34Z". */
const cellOf = (row: TagAddress, name: (typeof columns)[number]): string =>
  name === 'first_seen' || name === 'last_seen' ? `${row[name].replace(' ', 'T')}Z` : row[name]

/** So many are written before others have their turn. */
const atOnce = 1000

/** The file of a tag's addresses. */
export async function* linesOf(pages: AsyncIterable<TagAddress[]>): AsyncGenerator<Uint8Array> {
  const text = new TextEncoder()
  yield text.encode(csvLine(columns))
  for await (const page of pages)
    for (let from = 0; from < page.length; from += atOnce) {
      const lines = page
        .slice(from, from + atOnce)
        .map((row) => csvLine(columns.map((name) => cellOf(row, name))))
      yield text.encode(lines.join(''))
      await yieldToEventLoop()
    }
}
