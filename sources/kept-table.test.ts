import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { keeping, keptTable } from './kept-table.ts'
import type { LoadedSources } from './load.ts'
import { loadInWorker, versionOf } from './watch.ts'

let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'noisefloor-table-'))
  file = join(folder, 'all.table')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A table of two networks: what is kept is the same for a million. */
const loaded = (value = 'One'): LoadedSources => ({
  table: {
    starts4: Uint32Array.of(0, 0x08080800, 0x08080900),
    combinations4: Uint32Array.of(0, 1, 0),
    heads4: new Uint32Array(65_537),
    starts6: new Uint32Array(4),
    combinations6: Uint32Array.of(0),
    cells: Uint32Array.of(0, 1),
    tables: 1,
  },
  columns: [{ sets: [[], [0]], values: [value], imported: 1 }],
  names: [{ keys: ['a'], values: ['ä'] }],
  problems: [],
})
beforeEach(() => keeping(folder, 'version', loaded())())

describe('the table of all sources', () => {
  it('is read back as it was kept, also when it was given away meanwhile', async () => {
    const given = loaded('Two')
    const keep = keeping(folder, 'version', given)
    structuredClone(given, { transfer: [given.table.starts4.buffer as ArrayBuffer] })
    await keep()
    expect(await keptTable(folder, 'version')).toEqual(loaded('Two'))
  })

  it('is none for other versions of the sources', async () => {
    expect(await keptTable(folder, 'version 2')).toBe(null)
    expect(await keptTable(join(folder, 'elsewhere'), 'version')).toBe(null)
  })

  it('is none when it is torn, damaged anywhere, or no table of ours', async () => {
    const whole = await readFile(file)
    const isTaken = async (bytes: Uint8Array): Promise<boolean> => {
      await writeFile(file, bytes)
      return (await keptTable(folder, 'version')) !== null
    }
    for (let length = 0; length < whole.length; length += 4999)
      expect(await isTaken(whole.subarray(0, length))).toBe(false)
    for (let at = 0; at < whole.length; at += 4999) {
      const damaged = Buffer.from(whole)
      damaged[at]! ^= 1
      expect(await isTaken(damaged)).toBe(false)
    }
    expect(await isTaken(Buffer.concat([whole, Buffer.from('x')]))).toBe(false)
    expect(await isTaken(whole)).toBe(true)
  })

  it('with problems is not kept, so that they are told again', async () => {
    await rm(file)
    await keeping(folder, 'version', { ...loaded(), problems: ['country: damaged'] })()
    await expect(stat(file)).rejects.toThrow('ENOENT')
  })

  it('that a thread made from the bundled sources is the one it keeps', async () => {
    const made = await loadInWorker(folder)
    const version = await versionOf(folder)
    const isKept = async (): Promise<boolean> => isDeepStrictEqual(await keptTable(folder, version), made)
    await expect.poll(isKept).toBe(true)
  })
})
