import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { cveSources } from './all.ts'
import { checkedRows } from './check.ts'
import type { CveSource } from './source.ts'
import { samples } from './testing/samples.ts'
import { SourceRefused } from '../refused.ts'

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes
}

/** Whether the bytes would be taken after what stands. */
async function verdictOn(
  source: CveSource,
  bytes: Uint8Array,
  before: { rows: number; last: string } | null,
): Promise<{ taken: boolean; rows: number; last: string }> {
  const rows = checkedRows({ ...source, minRows: 1 }, [one(bytes)], {
    before,
    partial: false,
    force: false,
  })
  try {
    for (;;) {
      const { done, value } = await rows.next()
      if (done) return { taken: true, rows: value.rows, last: value.last }
    }
  } catch (error) {
    if (!(error instanceof SourceRefused)) throw error
    return { taken: false, rows: 0, last: '' }
  }
}

describe.each(cveSources.map((source) => [source.name, source] as const))('a file of %s', (name, source) => {
  const whole = Buffer.from(samples[name]?.content ?? '')

  test('cut at any byte is no update of the whole one', async () => {
    const before = await verdictOn(source, whole, null)
    expect(before.taken).toBe(true)
    for (let at = 0; at < whole.length; at++) {
      const rest = whole.subarray(0, at)
      const { taken } = await verdictOn(source, rest, before)
      // White space behind the last record is no loss.
      const same = rest.toString('latin1').trimEnd() === whole.toString('latin1').trimEnd()
      if (!(same && whole[0] === 0x7b)) expect([at, taken]).toEqual([at, false])
    }
  })

  test('packed and cut at any byte is refused even when nothing stands', async () => {
    const packed = gzipSync(whole)
    for (let at = 0; at < packed.length; at++)
      expect([at, (await verdictOn(source, packed.subarray(0, at), null)).taken]).toEqual([at, false])
  })
})

test('the id that stands for none is no CVE', async () => {
  const epss = cveSources.find(({ name }) => name === 'epss')
  if (!epss) throw new Error('no EPSS')
  const whole = Buffer.from(
    '#score_date:2026-08-16\ncve,epss,percentile\nCVE-2024-1000,0.1,0.5\nCVE-0000-0000,0.1,0.5\n',
  )
  expect(await verdictOn(epss, whole, null)).toEqual({ taken: true, rows: 1, last: 'CVE-2024-1000' })
})

test('a long file that lacks no more than its last row, or a digit of it, is refused', async () => {
  const epss = cveSources.find(({ name }) => name === 'epss')
  if (!epss) throw new Error('no EPSS')
  const rows = Array.from({ length: 60 }, (_, n) => `CVE-2024-${1000 + n},0.${10_000 + n},0.50000\n`)
  const whole = Buffer.from(`#score_date:2026-08-16\ncve,epss,percentile\n${rows.join('')}`)
  const before = await verdictOn(epss, whole, null)
  expect(before).toEqual({ taken: true, rows: 60, last: 'CVE-2024-1059' })
  expect((await verdictOn(epss, whole, before)).taken).toBe(true)
  for (let at = whole.length - 1; at > whole.length - 100; at--)
    expect([at, (await verdictOn(epss, whole.subarray(0, at), before)).taken]).toEqual([at, false])
})
