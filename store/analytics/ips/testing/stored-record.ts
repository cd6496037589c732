import * as fc from 'fast-check'
import type { ColumnType } from '#model/ip-document/column.ts'
import { ipDocumentColumns } from '#model/ip-document/columns.ts'
import { classifications } from '#model/tag.ts'

/** Texts that are escaped, by the engine or by JavaScript. */
const letter = fc.constantFrom('"', '\\', '/', '\n', '\u0001', '\u2028', ',', ']', 'a', 'ß', '€', '😀')
const text = fc.array(letter, { maxLength: 6 }).map((letters) => letters.join(''))
const list = <T>(one: fc.Arbitrary<T>) => fc.array(one, { maxLength: 4 })
const count = fc.maxSafeNat().map(String)
const moment = fc.constantFrom('1970-01-01 00:00:00', '2026-01-31 09:00:00', '2026-11-26 23:59:59')

/** Values as the engine stores them. */
const stored: Record<ColumnType, fc.Arbitrary<unknown>> = {
  address: fc.constantFrom('::ffff:192.0.2.1', '2001:db8::1', '::', '::ffff:0:0:1'),
  verdict: fc.constantFrom(...classifications),
  text,
  word: text,
  texts: list(text),
  words: list(text),
  flag: fc.boolean(),
  number: fc.nat(),
  ports: list(fc.nat(65_535)),
  count,
  counts: list(count),
  degrees: fc.constantFrom(null, 0, -8.68, 50.11),
  moment,
  moments: list(moment),
  days: fc.constant([]),
  activity: fc.constant([]),
  verdicts: fc.constant([]),
}

/** As the engine writes it: slashes and separators of lines are escaped, too. */
const written = (values: unknown): string =>
  JSON.stringify(values).replaceAll('/', '\\/').replaceAll('\u2028', '\\u2028')

/** Stored records (record.ts), with these tags: JSON lists of their values. */
export const storedRecord = (slugs: fc.Arbitrary<string[]>): fc.Arbitrary<string> =>
  fc
    .tuple(...ipDocumentColumns.map(({ name, type }) => (name === 'tags' ? slugs : stored[type])))
    .map(written)
