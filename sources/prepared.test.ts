import { mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keptTable } from './kept-table.ts'
import { loadSources } from './load.ts'
import { fillFromPrepared, prepare } from './prepared.ts'
import { versionOf } from './watch.ts'

let dir: string
let prepared: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'noisefloor-prepared-'))
  prepared = join(dir, 'prepared')
  await prepare(prepared)
}, 60_000)
afterAll(() => rm(dir, { recursive: true, force: true }))

describe('what an install prepares', () => {
  it('is what a first start would have made, and private in the data folder', async () => {
    const folder = join(dir, 'first')
    await fillFromPrepared(folder, prepared)
    const [first, made] = [await keptTable(folder, await versionOf(folder)), await loadSources(folder)]
    expect(isDeepStrictEqual(first, made)).toBe(true)
    expect((await readdir(folder)).toSorted()).toEqual((await readdir(prepared)).toSorted())
    for (const name of await readdir(folder))
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  }, 60_000)

  it('is left out where there are sources already, and nobody misses it', async () => {
    const folder = join(dir, 'used')
    await fillFromPrepared(folder, join(dir, 'nothing'))
    expect(await readdir(folder)).toEqual([])
    await writeFile(join(folder, 'vpn.source'), 'x')
    await fillFromPrepared(folder, prepared)
    expect(await readdir(folder)).toEqual(['vpn.source'])
  })

  it('is made anew where it was torn', async () => {
    const folder = join(dir, 'torn')
    await fillFromPrepared(folder, prepared)
    for (const name of await readdir(folder)) await truncate(join(folder, name), 100_000)
    expect(await keptTable(folder, await versionOf(folder))).toBe(null)
    const { columns, problems } = await loadSources(folder)
    expect(problems).toEqual([])
    expect(columns[0]?.values.length).toBeGreaterThan(200)
  }, 60_000)
})
