import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Losses } from '../losses.ts'
import { type Folder, openFolder } from '../settings/folder.ts'
import { numberIn, segmentSaying } from '../testing/batches.ts'
import { zstdDecompressSync } from 'node:zlib'
import { openSpool, type Spool } from './spool.ts'
import { unfinished } from './stored.ts'

let path = ''
let folder: Folder
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'noisefloor-spool-'))
  folder = await openFolder(path)
})
afterEach(() => rm(path, { recursive: true, force: true }))

const open = (losses = new Losses(), mostBytes = 1 << 30, now = Date.now): Promise<Spool> =>
  openSpool(folder, { losses, now, mostBytes })

/** Takes everything, the oldest first. */
async function drained(spool: Spool): Promise<number[]> {
  const numbers: number[] = []
  for (let taken = spool.take(); taken; taken = spool.take()) {
    const bytes = await taken.bytes()
    numbers.push(bytes ? numberIn(zstdDecompressSync(bytes)) : -1)
    await spool.sent(taken.segment)
  }
  return numbers
}

test('what was added comes out in order, also after a restart and where the clock was set back', async () => {
  let clock = 2_000_000_000_000
  const first = await open(new Losses(), 1 << 30, () => clock)
  await Promise.all([0, 1, 2].map((number) => first.add(segmentSaying(number))))
  clock = 1_000_000_000_000
  const second = await open(new Losses(), 1 << 30, () => clock)
  await Promise.all([3, 4].map((number) => second.add(segmentSaying(number))))
  expect(second.state()).toMatchObject({ batches: 5, oldest: 2_000_000_000_000 })
  expect(await drained(second)).toEqual([0, 1, 2, 3, 4])
  expect(second.state()).toEqual({ batches: 0, bytes: 0, oldest: null, aside: 0 })
  expect(await readdir(folder.spool)).toEqual([])
})

test('beyond its limit the oldest is given up and counted, but never the one that is being sent', async () => {
  const losses = new Losses()
  const spool = await open(losses, 40_000)
  await spool.add(segmentSaying(0, 10_000))
  const taken = spool.take()
  for (let number = 1; number <= 6; number++) await spool.add(segmentSaying(number, 10_000))
  expect(spool.state().bytes).toBeLessThanOrEqual(40_000)
  if (taken) await spool.sent(taken.segment)
  expect(await drained(spool)).toEqual([5, 6])
  expect(losses.all()).toMatchObject({ segments: 4 })
})

test('while the disk is slow 64 MB wait for it: what comes then is given up and counted, and later segments are taken', async () => {
  const losses = new Losses()
  const spool = await open(losses)
  const large = new Uint8Array(8 << 20)
  const added = Array.from({ length: 11 }, () => spool.add(large))
  expect(spool.writing).toBe(8)
  expect(losses.all()).toEqual({ segments: 3, 'segment-bytes': 3 * large.length })
  await Promise.all(added)
  expect(spool.state()).toMatchObject({ batches: 8 })
  await spool.add(large)
  expect(spool.state()).toMatchObject({ batches: 9 })
  expect(losses.all()).toMatchObject({ segments: 3 })
})

test('what a kill left unfinished is removed, and what is no segment is left alone', async () => {
  await writeFile(join(folder.spool, `${unfinished}half`), 'half')
  await writeFile(join(folder.spool, 'README'), 'somebody else’s')
  const spool = await open()
  expect(spool.take()).toBeNull()
  expect(await readdir(folder.spool)).toEqual(['README'])
})

test('what the server will never take lies aside, within a bound', async () => {
  const losses = new Losses()
  const spool = await open(losses, 40_000)
  for (let number = 0; number < 6; number++) {
    await spool.add(segmentSaying(number, 10_000))
    const taken = spool.take()
    if (taken) await spool.setAside(taken.segment)
  }
  expect(spool.state()).toMatchObject({ batches: 0, aside: 3 })
  const kept = (await readdir(folder.aside)).sort()
  const numbers = await Promise.all(
    kept.map(async (name) => numberIn(zstdDecompressSync(await readFile(join(folder.aside, name))))),
  )
  expect(numbers).toEqual([3, 4, 5])
  expect(losses.all()).toEqual({ 'set-aside': 6 })
})

test('a folder that cannot be written loses the segment, counts it and says why', async () => {
  const losses = new Losses()
  const spool = await open(losses)
  await rm(folder.spool, { recursive: true })
  await spool.add(segmentSaying(1))
  expect(spool.error).toContain('ENOENT')
  expect(losses.all()).toMatchObject({ segments: 1 })
  folder = await openFolder(path)
  await spool.add(segmentSaying(2))
  expect(spool.error).toBeNull()
  expect(await drained(spool)).toEqual([2])
})
