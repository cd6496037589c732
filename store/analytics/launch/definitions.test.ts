import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { forgetDefinitions, keepDefinitions, restoreDefinitions } from './definitions.ts'

const table = 'store/11f/11ff24a8-d7c3-4174-a1f4-51ad1162064c/ips.sql'
const migrated = [{ migration: '001-first', step: 0, sum: 'ab' }]
let dir = ''
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'noisefloor-definitions-'))
  await mkdir(join(dir, 'data', table, '..', '1_1_1_0'), { recursive: true })
  await mkdir(join(dir, 'data', 'metadata'), { recursive: true })
  await writeFile(join(dir, 'data', table), 'ATTACH TABLE _ (`ip` IPv6) ENGINE = MergeTree')
  await writeFile(join(dir, 'data', 'metadata', 'noisefloor.sql'), 'ATTACH DATABASE _')
  await writeFile(join(dir, 'data', table, '..', '1_1_1_0', 'data.bin'), 'rows')
})
afterEach(() => rm(dir, { recursive: true, force: true }))

test('whatever differs from the copy is put back, and only what is no part of a table', async () => {
  await keepDefinitions(dir, migrated)
  expect(await restoreDefinitions(dir)).toMatchObject({ restored: [], copy: { migrated } })
  await writeFile(join(dir, 'data', table), 'ATTACH TABLE _ (`iq` IPv6) ENGINE = MergeTree')
  await rm(join(dir, 'data', 'metadata', 'noisefloor.sql'))
  await writeFile(join(dir, 'data', table, '..', '1_1_1_0', 'data.bin'), 'other rows')
  expect((await restoreDefinitions(dir)).restored.sort()).toEqual(['metadata/noisefloor.sql', table])
  expect(await readFile(join(dir, 'data', table), 'utf8')).toContain('`ip` IPv6')
  expect(await readFile(join(dir, 'data', table, '..', '1_1_1_0', 'data.bin'), 'utf8')).toBe('other rows')
})

test('a damaged copy, or none while a migration runs, puts nothing back', async () => {
  await keepDefinitions(dir, migrated)
  const damage = async (name: string): Promise<void> => {
    const bytes = await readFile(join(dir, name))
    bytes[30] = (bytes[30] ?? 0) ^ 1
    await writeFile(join(dir, name), bytes)
  }
  // The second one stands for the first.
  await damage('definitions')
  await writeFile(join(dir, 'data', table), 'other')
  expect(await restoreDefinitions(dir)).toMatchObject({ restored: [table], copy: { migrated } })
  await damage('definitions.second')
  await writeFile(join(dir, 'data', table), 'newer')
  expect(await restoreDefinitions(dir)).toEqual({ copy: null, restored: [] })
  await keepDefinitions(dir, migrated)
  await forgetDefinitions(dir)
  expect(await restoreDefinitions(dir)).toEqual({ copy: null, restored: [] })
  expect(await readFile(join(dir, 'data', table), 'utf8')).toBe('newer')
})
