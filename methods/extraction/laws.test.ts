import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ExtractionKind, extractorOf } from './extractor.ts'
import { asPlain, type Plain, plainAddresses, plainCves } from './testing/reference.ts'

const utf8 = new TextEncoder()

/** The text read in pieces that end at these places. */
function extracted(kind: ExtractionKind, bytes: Uint8Array, cuts: readonly number[] = []): Plain {
  const extractor = extractorOf(kind)
  let from = 0
  for (const cut of [...cuts, bytes.length]) {
    extractor.push(bytes.slice(from, cut))
    from = cut
  }
  const result = extractor.end()
  return asPlain(extractor.rows(0, Infinity), result)
}

const pick = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values)
const joined = (parts: fc.Arbitrary<string>, from: number, to: number): fc.Arbitrary<string> =>
  fc.array(parts, { minLength: from, maxLength: to }).map((all) => all.join(''))

const dot = fc.oneof(
  { weight: 6, arbitrary: fc.constant('.') },
  pick('[.]', '(.)', '[dot]', '(DOT)', '[.', '.]'),
)
const colon = fc.oneof(
  { weight: 8, arbitrary: fc.constant(':') },
  pick('[:]', '(:)', '[::]', '::', ':::', '[:'),
)
const octet = fc.oneof(
  { weight: 6, arbitrary: fc.nat(255).map(String) },
  pick('0', '00', '01', '256', '300', '999', '1000', '12345678901', ''),
)
const group = fc.oneof(
  { weight: 6, arbitrary: fc.nat(0xffff).map((value) => value.toString(16)) },
  pick('', '0', '0000', 'FE80', 'aB', '00', '1f', '12345', '123456789', 'g', 'eth0', '1.2', '1.2.3.4'),
)
const between = (
  sign: fc.Arbitrary<string>,
  part: fc.Arbitrary<string>,
  most: number,
): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(part, sign), { minLength: 1, maxLength: most })
    .map((all) => all.flatMap((pair, at) => (at === all.length - 1 ? [pair[0]] : pair)).join(''))
const quad = fc.oneof(fc.ipV4(), between(dot, octet, 5), between(dot, octet, 20))
const six = fc.oneof(fc.ipV6(), between(colon, group, 10), between(colon, group, 24))
const prefix = fc.oneof(
  fc.nat(140).map((bits) => `/${bits}`),
  pick('', '', '\\/24', '/08', '/24/x', '/2024', '/24.', '/24.a'),
)
const zone = pick('', '', '', '%eth0', '%25br-1.2', '%averyveryverylongname', '%')
const sign = pick(
  ...'. , : ; / \\ - _ @ # % & = ? [ ] ( ) " \' | é € 😀 x a v f 1 0 \n \r\n \t ip: http:// hxxp:// %20 %3A \\n \\u003c \\u0026 \\x1b \\b \\\\'.split(
    ' ',
  ),
  ' ',
  ' ',
)
const text = joined(
  fc.oneof(
    { weight: 3, arbitrary: fc.tuple(quad, prefix).map((pair) => pair.join('')) },
    { weight: 3, arbitrary: fc.tuple(six, zone, prefix).map((all) => all.join('')) },
    { weight: 4, arbitrary: sign },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }) },
  ),
  0,
  12,
)
const fewSigns = joined(pick('1', '2', '.', ':', '[', ']', 'f', '/', 'x', '\n', ' ', '%', '\\'), 0, 40)
const addressText = fc.oneof(text, fewSigns)

const digits = fc.integer({ min: 0, max: 18 }).chain((length) => joined(pick('0', '1', '9'), length, length))
const cveText = joined(
  fc.oneof(
    fc
      .tuple(
        pick('CVE', 'cve', 'Cve', 'VE', 'CVCVE'),
        pick('-', '‑', '–', '−', '—', '_', '--', '‖'),
        digits,
        pick('-', '‐', ' '),
        digits,
      )
      .map((all) => all.join('')),
    fc
      .tuple(fc.integer({ min: 1999, max: 2030 }), fc.nat(12_345_678))
      .map(([year, number]) => `CVE-${year}-${String(number).padStart(4, '0')}`),
    pick('\n', ' ', '-', '/', 'x', '1', 'é'),
  ),
  0,
  8,
)

const reference = { addresses: plainAddresses, cves: plainCves }
const kinds = [
  ['addresses', addressText],
  ['cves', cveText],
] as const

describe.each(kinds)('of %s', (kind, texts) => {
  test('is found what a plain reading finds, with its times, lines and columns', () => {
    fc.assert(
      fc.property(texts, (written) => {
        // A lone half of a pair is no text: encoders write another character.
        const sound = written.toWellFormed()
        expect(extracted(kind, utf8.encode(sound))).toEqual(reference[kind](sound))
      }),
      { numRuns: 3000 },
    )
  })

  test('is found the same wherever the text is cut', () => {
    fc.assert(
      fc.property(texts, (written) => {
        const bytes = utf8.encode(written)
        const whole = extracted(kind, bytes)
        for (let cut = 0; cut <= bytes.length; cut++) expect(extracted(kind, bytes, [cut])).toEqual(whole)
        expect(extracted(kind, bytes, [...bytes.keys()])).toEqual(whole)
      }),
      { numRuns: 30 },
    )
  })

  test('is found the same far inside a long text, in pieces of any size', () => {
    fc.assert(
      fc.property(texts, fc.nat(500), fc.integer({ min: 1, max: 300_000 }), (written, back, size) => {
        // Two bytes a letter: columns are not bytes. The text stands around the end of what is kept at a time.
        const before = 'é'.repeat((262_144 - back) >> 1)
        const sound = written.toWellFormed()
        const bytes = utf8.encode(`${before} ${sound}\n${'é.'.repeat(300)}`)
        const cuts = Array.from({ length: Math.floor(bytes.length / size) }, (_, at) => (at + 1) * size)
        const plain = reference[kind](` ${sound}\n`)
        const moved = plain.invalid.map((one) => ({
          ...one,
          column: one.line === 1 ? one.column + before.length : one.column,
        }))
        expect(extracted(kind, bytes, cuts.slice(-2000))).toEqual({ ...plain, invalid: moved })
      }),
      { numRuns: 200 },
    )
  })

  test('is found the same in UTF-16 as in UTF-8', () => {
    fc.assert(
      fc.property(texts, fc.boolean(), fc.array(fc.nat(40), { maxLength: 3 }), (written, big, cuts) => {
        const marked = `\ufeff${written.toWellFormed()}`
        const bytes = new Uint8Array(marked.length * 2)
        const view = new DataView(bytes.buffer)
        for (let at = 0; at < marked.length; at++) view.setUint16(at * 2, marked.charCodeAt(at), !big)
        const places = cuts.map((cut) => Math.min(cut, bytes.length)).sort((a, b) => a - b)
        expect(extracted(kind, bytes, places)).toEqual(extracted(kind, utf8.encode(marked)))
      }),
    )
  })
})
