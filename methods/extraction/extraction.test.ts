import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Extraction, type ExtractionKind, type ExtractionOptions, extractorOf } from './extractor.ts'
import type { Found } from './found.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/methods/extraction.md'), 'utf8')
const utf8 = new TextEncoder()

function read(
  kind: ExtractionKind,
  text: string,
  options?: ExtractionOptions,
): Extraction & { rows: Found[]; texts: string[] } {
  const extractor = extractorOf(kind, options)
  extractor.push(utf8.encode(text))
  const result = extractor.end()
  const rows = extractor.rows(0, Infinity)
  return { ...result, rows, texts: rows.map((row) => row.text) }
}

const places = ({ invalid }: Extraction): string[] =>
  invalid.shown.map(({ line, column, text, reason }) => `${line}:${column} ${text} ${reason}`)

describe('the examples of docs/methods/extraction.md', () => {
  const examples = [...page.matchAll(/^\| `(.+?)` \| (?:`(.*?)` )?\| (?:`(.*?)` )?\|$/gm)]

  test('are there', () => expect(examples.length).toBe(11))

  test.each(examples.map(([, text = '', found = '', invalid = '']) => ({ text, found, invalid })))(
    '$text',
    ({ text, found, invalid }) => {
      const result = read(text.toLowerCase().includes('cve') ? 'cves' : 'addresses', text)
      expect(result.texts.join(' ')).toBe(found)
      expect(result.invalid.shown.map((one) => one.text).join(' ')).toBe(invalid)
    },
  )
})

describe('counts', () => {
  test('say how often each stood there, where first, and what is nobody’s', () => {
    const text = '8.8.8.8 10.0.0.1\n8.8.8.8\n2606:4700::1\n10.0.0.0/9 ::1 8.8.8.8\n2606:4700:0::1\n'
    const result = read('addresses', text)
    expect(
      result.rows.map(({ kind, text, reserved, times, line }) => [kind, text, reserved, times, line]),
    ).toEqual([
      ['address', '8.8.8.8', false, 3, 1],
      ['address', '10.0.0.1', true, 1, 1],
      ['address', '2606:4700::1', false, 2, 3],
      ['network', '10.0.0.0/9', true, 1, 4],
      ['address', '::1', true, 1, 4],
    ])
    const { bytes, found, distinct, duplicates, ignored, reserved, networks } = result
    expect({ found, distinct, duplicates, ignored, reserved, networks, bytes }).toEqual({
      found: 8,
      distinct: 5,
      duplicates: 3,
      ignored: 0,
      reserved: 3,
      networks: 1,
      bytes: text.length,
    })
  })

  test('go on where no more distinct ones are kept', () => {
    const result = read('addresses', '9.9.9.1 9.9.9.2 9.9.9.1 9.9.9.3 2001:db8::1 9.9.9.3', {
      maxDistinct: 2,
    })
    expect(result.texts).toEqual(['9.9.9.1', '9.9.9.2'])
    expect(result).toMatchObject({ found: 6, distinct: 2, duplicates: 1, ignored: 3 })
    expect(read('cves', 'CVE-2021-0001 CVE-2021-00001', { maxDistinct: 1 })).toMatchObject({
      distinct: 1,
      ignored: 1,
    })
  })

  test('of a network around all of IPv4, or of everything, call it reserved by no part of it', () => {
    const { rows } = read('addresses', '0.0.0.0/0 ::/0 8.0.0.0/7 0.0.0.0/8 fc00::/7 ::ffff:0:0/96 ::/95')
    expect(rows.map(({ text, reserved }) => [text, reserved])).toEqual([
      ['0.0.0.0/0', false],
      ['::/0', false],
      ['8.0.0.0/7', false],
      ['0.0.0.0/8', true],
      ['fc00::/7', true],
      ['::/95', false],
    ])
  })
})

describe('what was not valid', () => {
  test('has its line, and its column in characters', () => {
    expect(places(read('addresses', 'ok 1.2.3.4\n  é😀 300.1.2.3\r\n1.2.3\n1.2.3.4.5,\n'))).toEqual([
      '2:6 300.1.2.3 octet-above-255',
      '3:1 1.2.3 not-four-parts',
      '4:1 1.2.3.4.5 not-four-parts',
    ])
    expect(places(read('cves', '\n\n 漢字 CVE-99-1234, CVE-2021-12345678'))).toEqual([
      '3:5 CVE-99-1234 wrong-year',
      '3:18 CVE-2021-12345678 wrong-number',
    ])
  })

  test('is placed in a line longer than any memory for it', () => {
    const text = `${'é '.repeat(700_000)}1.2.3.4/64`
    expect(places(read('addresses', text))).toEqual(['1:1400001 1.2.3.4/64 wrong-prefix'])
  })

  test('is kept up to a bound and counted beyond', () => {
    const { invalid } = read('addresses', '1.2.3.400\n'.repeat(30), { maxInvalid: 7 })
    expect([invalid.shown.length, invalid.count, invalid.shown.at(-1)?.line]).toEqual([7, 30, 7])
  })
})

describe('while it is read', () => {
  test('new ones can be taken in batches, each once, and bytes tell how far it is', () => {
    const extractor = extractorOf('addresses')
    const text = utf8.encode(
      Array.from({ length: 3000 }, (_, at) => `20.0.${at >> 8}.${at & 255}\n`)
        .join('')
        .repeat(2),
    )
    const taken: string[] = []
    const early: number[] = []
    for (let from = 0; from < text.length; from += 1000) {
      extractor.push(text.subarray(from, from + 1000))
      const next = () => extractor.rows(taken.length, taken.length + 7)
      for (let batch = next(); batch.length > 0; batch = next()) taken.push(...batch.map((row) => row.text))
      early.push(taken.length)
      expect(extractor.bytes).toBe(Math.min(text.length, from + 1000))
    }
    extractor.end()
    taken.push(...extractor.rows(taken.length, Infinity).map((row) => row.text))
    expect(taken).toEqual(extractor.rows(0, Infinity).map((row) => row.text))
    expect(taken.length).toBe(3000)
    expect(early[1]).toBeGreaterThan(50)
    expect(extractor.rows(2999, 3000)).toMatchObject([{ text: '20.0.11.183', times: 2, line: 3000 }])
  })

  test('a chunk may be used again by whoever gave it', () => {
    const extractor = extractorOf('addresses')
    const chunk = new Uint8Array(7)
    for (const part of ['8.8.8.8', ' 1.1.1.', '1      ']) {
      utf8.encodeInto(part, chunk)
      extractor.push(chunk)
    }
    extractor.end()
    expect(extractor.rows(0, 9).map((row) => row.text)).toEqual(['8.8.8.8', '1.1.1.1'])
  })

  test('numbers, groups and words longer than any address are passed by', () => {
    const long = 100_000
    const text = [
      '1.'.repeat(long),
      `${'1'.repeat(long)}.2.3.4`,
      '12:'.repeat(long),
      `${'abcd:'.repeat(long)}:1`,
      `${'f'.repeat(long)}::1`,
      ':'.repeat(long),
      '[.]'.repeat(long),
      '[::]1'.repeat(long),
      '[dot]1'.repeat(long),
      `fe80::1%${'e'.repeat(long)}/64`,
    ]
    expect(read('addresses', [...text, '9.9.9.9'].join(' ')).texts).toEqual(['fe80::1', '9.9.9.9'])
    expect(read('cves', `CVE-${'1'.repeat(long)}-1 CVE-2021-${'1'.repeat(long)}`)).toMatchObject({
      found: 0,
      invalid: { count: 0 },
    })
  })
})
