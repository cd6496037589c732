import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { hexOf } from '#model/address-keys.ts'
import type { AnalysisKind } from '#model/analysis.ts'
import { fromHex, toHex } from '#store/analytics/address.ts'
import { udpCapture } from '../ingest/testing.ts'
import { analyzeAddresses } from './addresses.ts'
import type { AnalysisProgress } from './messages.ts'
import { type AnalyzerLimits, openAnalyzer } from './open.ts'
import { linesOf, pagesOf } from './pdf/testing.ts'
import { readResult } from './result-file.ts'
import type { AnalysisOptions } from './thread.ts'

/** Real threads over real files. */

const folder = await mkdtemp(join(tmpdir(), 'noisefloor-analyze-'))
afterAll(() => rm(folder, { recursive: true }))
const analyzer = openAnalyzer()
afterAll(() => analyzer.close())
const [path, output] = [join(folder, 'list'), join(folder, 'result')]

async function analyze(
  content: string | Uint8Array,
  {
    kind = 'ips',
    limits,
    ...options
  }: Partial<AnalysisOptions> & { kind?: AnalysisKind; limits?: Partial<AnalyzerLimits> } = {},
) {
  await writeFile(path, content)
  await (limits ? openAnalyzer(limits) : analyzer).analyze(
    { kind, path, output },
    { onProgress: () => undefined, known: () => [], signal: new AbortController().signal, ...options },
  )
  const { keys, times, lines, ...rest } = await readResult(output)
  return {
    ...rest,
    rows: Array.from(times, (often, at) => [fromHex(hexOf(keys, at)), often, lines[at]]),
  }
}

describe('a list of addresses', () => {
  const text = '198.51.100.7 and\n2001:db8::1, 8.8.8.8:53\n::1 1[.]1[.]1[.]1 198.51.100.7\n300.1.1.1\n'
  const rows = [
    ['::1', 1, 3],
    ['1.1.1.1', 1, 3],
    ['8.8.8.8', 1, 2],
    ['198.51.100.7', 2, 1],
    ['2001:db8::1', 1, 2],
  ]

  test('gives each address once, in order, with how often and where it stood, and names what is none', async () => {
    const found = await analyze(text)
    expect(found.rows).toEqual(rows)
    expect(found.totals).toEqual({
      submitted: 6,
      unique: 5,
      duplicates: 1,
      reserved: 3,
      ignored: 1,
      blocks: 0,
    })
    expect(found.ignored).toEqual([{ line: 4, column: 1, text: '300.1.1.1', reason: 'a part is above 255' }])
  })

  test.each([
    ['gzip', gzipSync(text)],
    ['zstd', zstdCompressSync(text)],
    ['UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le')],
  ])('may be packed or written as %s', async (_name, bytes) => {
    expect((await analyze(bytes)).rows).toEqual(rows)
  })

  test('may be a capture: the two ends of each packet', async () => {
    const capture = udpCapture([
      { at: Date.UTC(2026, 1, 1), sourcePort: 1 },
      { at: Date.UTC(2026, 1, 2), sourcePort: 2 },
    ])
    const { rows: found, totals } = await analyze(capture)
    expect(found.map(([, times, line]) => [times, line])).toEqual([
      [2, 1],
      [2, 1],
    ])
    expect(totals).toMatchObject({ submitted: 4, unique: 2 })
  })

  test('takes of blocks what is known inside them, at the place of the block', async () => {
    const asked: string[][] = []
    const { rows: found, totals } = await analyze(
      '198.51.100.0/24\n198.51.100.7\n2001:db8::/32 198.51.100.0/24',
      {
        known({ from, to }) {
          asked.push([fromHex(from), fromHex(to)])
          return from.startsWith('0') ? [toHex('198.51.100.7')!, toHex('198.51.100.9')!] : []
        },
      },
    )
    expect(asked).toEqual([
      ['198.51.100.0', '198.51.100.255'],
      ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    ])
    expect(found).toEqual([
      ['198.51.100.7', 1, 2],
      ['198.51.100.9', 2, 1],
    ])
    expect(totals).toMatchObject({ submitted: 4, unique: 2, duplicates: 1, blocks: 2 })
  })

  test('tells how far it is while it is read, with the addresses so far', async () => {
    const told: AnalysisProgress[] = []
    let read = 0
    // A list that comes slowly, so that there is something to tell on any machine.
    async function* coming(): AsyncGenerator<Uint8Array> {
      for (let third = 0; third < 3; third += 1) {
        const lines = Array.from({ length: 1000 }, (_, at) => `9.${third}.${at >> 8}.${at % 256}`)
        const chunk = Buffer.from(`${lines.join('\n')}\n`)
        read += chunk.length
        yield new Uint8Array(chunk)
        await wait(400)
      }
    }
    const { totals } = await analyzeAddresses(
      { content: 'text', plain: coming(), read: () => read },
      { onProgress: (progress) => told.push(progress), known: async () => [] },
    )
    expect(told.map((progress) => progress.read)).toEqual(
      told.map((one) => one.read).toSorted((a, b) => a - b),
    )
    const last = told.findLast(({ keys }) => keys)
    expect(last?.keys?.length).toBe(4 * last!.totals.unique)
    expect(last!.totals.unique).toBeGreaterThan(0)
    expect(last!.totals.unique).toBeLessThanOrEqual(totals.unique)
    expect(totals.unique).toBe(3000)
  })
})

test('a list of CVEs gives each once, with how often and where it stood', async () => {
  const { cves, totals } = await analyze('CVE-2021-44228 cve-2021-44228\nCVE-2024-3400 CVE-99-1', {
    kind: 'cves',
  })
  expect(cves).toEqual([
    { id: 'CVE-2021-44228', times: 2, line: 1 },
    { id: 'CVE-2024-3400', times: 1, line: 2 },
  ])
  expect(totals).toMatchObject({ submitted: 3, unique: 2, ignored: 1 })
})

test('CVEs are read of a PDF, packed too; their line is the page', async () => {
  const pdf = pagesOf([linesOf(['CVE-2024-', '3400']), linesOf(['CVE-2021-44228 CVE-2024-3400'])])
  for (const bytes of [pdf, gzipSync(pdf)])
    expect((await analyze(bytes, { kind: 'cves' })).cves).toEqual([
      { id: 'CVE-2024-3400', times: 2, line: 1 },
      { id: 'CVE-2021-44228', times: 1, line: 2 },
    ])
})

test('a hostile PDF ends in a refusal, and the next one is read', async () => {
  const bomb = pagesOf([deflateSync(Buffer.alloc(2 ** 28))], '/Filter/FlateDecode')
  await expect(analyze(bomb, { kind: 'cves' })).rejects.toMatchObject({ code: 'too-large' })
  const { cves } = await analyze(pagesOf([linesOf(['CVE-2021-44228'])]), { kind: 'cves' })
  expect(cves).toHaveLength(1)
})

describe('what cannot be read is refused', () => {
  test.each([
    ['a ZIP archive', 'PK\x03\x04 and more', 'ZIP archive'],
    ['a program', '\x7fELF\x02\x01\x01\0\0\0\0', 'neither a text nor a capture'],
    ['what is packed twice', gzipSync(gzipSync('8.8.8.8')), 'packed twice'],
    ['what was cut', gzipSync('8.8.8.8 '.repeat(999)).subarray(0, 30), 'to its end'],
    ['a PDF as a list of addresses', '%PDF-1.7', 'only CVEs'],
  ])('%s', async (_name, content, message) => {
    const refusal = { code: 'unsupported-media', message: expect.stringContaining(message) }
    await expect(analyze(content)).rejects.toMatchObject(refusal)
  })

  test('and no file stays open in the thread that refused it, which reads the next list', async () => {
    // More than is read at once.
    const rest = 'and more '.repeat(200_000)
    const refusedOnes = ['PK\x03\x04', '%PDF-1.7'].map((begin) => begin + rest)
    const open = async (): Promise<number> => (await readdir('/dev/fd')).length
    const refuseThem = async (times: number): Promise<void> => {
      for (let time = 0; time < times; time++)
        for (const content of refusedOnes)
          await expect(analyze(content)).rejects.toMatchObject({ code: 'unsupported-media' })
    }
    await refuseThem(1)
    const before = await open()
    await refuseThem(10)
    // Others of this process may open some meanwhile: twenty would have stayed.
    expect((await open()) - before).toBeLessThan(10)
  })

  test('what takes longer than one list may', async () => {
    const long = '8.8.8.8 '.repeat(2_000_000)
    await expect(analyze(long, { limits: { taskMs: 1 } })).rejects.toMatchObject({ code: 'too-large' })
  })

  test('whoever leaves ends it', async () => {
    const leave = new AbortController()
    const left = analyze('8.8.8.8 '.repeat(2_000_000), { signal: leave.signal })
    setTimeout(() => leave.abort(new Error('left')), 20)
    await expect(left).rejects.toThrow('left')
  })
})
