import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { noTotals } from '#model/analysis.ts'
import { type AnalysisResult, readResult, writeResult } from './result-file.ts'

const folder = await mkdtemp(join(tmpdir(), 'noisefloor-result-'))
afterAll(() => rm(folder, { recursive: true }))
const path = join(folder, 'result')

const word = fc.nat(0xffff_ffff)
const results = fc
  .array(fc.tuple(word, word, word, word, word, word), { maxLength: 50 })
  .map((rows): AnalysisResult => ({
    totals: { ...noTotals, unique: rows.length },
    ignored: rows.map(([line]) => ({ line, column: 1, text: '300.1.1.1 🙂\n', reason: 'no' })),
    cves: rows.map(([, , times, line]) => ({ id: 'CVE-2021-44228', times, line })),
    keys: Uint32Array.from(rows.flatMap((row) => row.slice(0, 4))),
    times: Uint32Array.from(rows, (row) => row[4]),
    lines: Uint32Array.from(rows, (row) => row[5]),
  }))

const write = async (result: AnalysisResult): Promise<void> => writeFile(path, writeResult(result))

test('what is written is read', async () => {
  await fc.assert(
    fc.asyncProperty(results, async (result) => {
      await write(result)
      expect(await readResult(path)).toEqual(result)
    }),
    { numRuns: 30 },
  )
})

test('a file that was cut or changed anywhere in its numbers is read as none', async () => {
  const keys = Uint32Array.from([0, 0, 0xffff, 1, 0, 0, 0xffff, 2])
  const [times, lines] = [Uint32Array.from([3, 1]), Uint32Array.from([1, 9])]
  await write({ totals: noTotals, ignored: [], cves: [], keys, times, lines })
  const whole = await readFile(path)
  for (let length = 0; length < whole.length; length += 1) {
    await writeFile(path, whole.subarray(0, length))
    await expect(readResult(path)).rejects.toThrow()
  }
  for (let at = whole.indexOf(10) + 1; at < whole.length; at += 1) {
    const changed = Buffer.from(whole)
    changed[at]! ^= 1
    await writeFile(path, changed)
    await expect(readResult(path)).rejects.toThrow('damaged')
  }
})
