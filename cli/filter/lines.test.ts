import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AnalysisPart } from '#model/analysis.ts'
import { extractorOf } from '#methods/extraction/extractor.ts'
import { blocksOf } from './blocks.ts'
import { choiceOf } from './choice.ts'
import { Lines } from './lines.ts'
import { type QuickRecord, Verdicts } from './verdicts.ts'

const parts: Record<string, AnalysisPart> = {
  '8.8.8.8': 'business-services',
  '198.18.0.1': 'malicious',
  '2001:db8::1': 'benign',
}

/** What a server says that knows these. */
const record = (ip: string): QuickRecord => ({
  ip,
  business_service_intelligence: { found: parts[ip] === 'business-services' },
  internet_scanner_intelligence: {
    found: parts[ip] !== undefined && parts[ip] !== 'business-services',
    classification: parts[ip] ?? '',
  },
})
const known = () => new Verdicts((ips) => Promise.resolve(ips.map(record)))

async function kept(text: string, words: { keep?: string; drop?: string }, bytes = 1000): Promise<string> {
  const lines = new Lines(choiceOf({ keep: undefined, drop: undefined, ...words }), known())
  async function* input(): AsyncGenerator<Uint8Array> {
    const all = Buffer.from(text)
    for (let from = 0; from < all.length; from += bytes) yield all.subarray(from, from + bytes)
  }
  const found: Buffer[] = []
  for await (const block of blocksOf(input(), { bytes, ms: 1000 })) found.push(await lines.keptOf(block))
  return Buffer.concat(found).toString()
}

describe('of a log', () => {
  const log = 'a 198.18.0.1\r\nnobody\nb 2001:db8::1 x\nc 9.9.9.9\nd 10.0.0.1 8.8.8.8\ne 10.0.0.1'

  test.each([
    [{ drop: 'malicious,benign' }, 'nobody\nc 9.9.9.9\nd 10.0.0.1 8.8.8.8\ne 10.0.0.1'],
    [{ keep: 'malicious' }, 'a 198.18.0.1\r\n'],
    [{ keep: 'not-observed' }, 'c 9.9.9.9\n'],
    [{ drop: 'not-observed' }, log.replace('c 9.9.9.9\n', '')],
    [{ keep: 'business-services, benign' }, 'b 2001:db8::1 x\nd 10.0.0.1 8.8.8.8\n'],
  ])('%o leaves %j', async (words, text) => expect(await kept(log, words)).toBe(text))
})

test('each line is judged by the addresses in it alone, wherever the log was cut into blocks', async () => {
  const word = fc.constantFrom(
    ...Object.keys(parts),
    '9.9.9.9',
    '10.0.0.1',
    'x',
    ' ',
    ':',
    '198.18.0.0/24',
    'é',
  )
  const line = fc.array(word, { maxLength: 5 }).map((words) => words.join(' '))
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 20 }),
      fc.integer({ min: 1, max: 200 }),
      async (lines, bytes) => {
        const isBad = (text: string): boolean => {
          const extractor = extractorOf('addresses')
          extractor.push(Buffer.from(text))
          extractor.end()
          return extractor.rows(0, Infinity).some((found) => parts[found.text] === 'malicious')
        }
        // A longer line is judged by its beginning.
        fc.pre(lines.every((text) => Buffer.byteLength(text) < bytes))
        const wanted = lines.filter((text) => !isBad(text)).map((text) => `${text}\n`)
        expect(await kept(lines.map((text) => `${text}\n`).join(''), { drop: 'malicious' }, bytes)).toBe(
          wanted.join(''),
        )
      },
    ),
  )
})

test('a line that is longer than a block is kept or dropped whole, by its beginning', async () => {
  const log = `198.18.0.1 ${'x'.repeat(50)}\ny ${'y'.repeat(50)} 198.18.0.1\nz\n`
  expect(await kept(log, { drop: 'malicious' }, 16)).toBe(`y ${'y'.repeat(50)} 198.18.0.1\nz\n`)
})

describe('addresses are asked for', () => {
  test('once in a run', async () => {
    const asked: string[][] = []
    const verdicts = new Verdicts((ips) => {
      asked.push(ips)
      return Promise.resolve(ips.map(record))
    })
    await verdicts.of([0x08080808, '2001:db8::1', 0x08080808])
    expect(await verdicts.of([0x08080808, 0x09090909])).toEqual(
      new Map([
        [0x08080808, 'business-services'],
        [0x09090909, 'not-observed'],
      ]),
    )
    // Private ones, of which nothing is said, too.
    for (let block = 0; block < 2; block += 1)
      expect(await verdicts.of([0x0a000001])).toEqual(new Map([[0x0a000001, null]]))
    expect(asked).toEqual([['8.8.8.8', '2001:db8::1'], ['9.9.9.9'], ['10.0.0.1']])
  })

  test('no more at a time than the API takes', async () => {
    const sizes: number[] = []
    const verdicts = new Verdicts((ips) => {
      sizes.push(ips.length)
      return Promise.resolve(ips.map(record))
    })
    const keys = Array.from({ length: 12_000 }, (_, at) => 0x01000000 + at)
    expect((await verdicts.of(keys)).size).toBe(12_000)
    expect(sizes).toEqual([5000, 5000, 2000])
  })
})
