import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { uuidV7, uuidV7Time } from '#store/identifier.ts'
import { openFiles } from './files.ts'

let dir = ''
beforeEach(async () => void (dir = await mkdtemp(join(tmpdir(), 'noisefloor-files-'))))
afterEach(() => rm(dir, { recursive: true, force: true }))

async function* chunks(...parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part)
}

async function textOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts).toString()
}

async function all<T>(of: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const one of of) found.push(one)
  return found
}

test('a content comes back whole under its id, with its size and SHA-256, also after reopening', async () => {
  const files = await openFiles({ dir, clock: Date.now, minFreeBytes: 0 })
  const stored = await files.put(chunks('hello ', '', 'world'), { limit: 11 })
  expect(stored.bytes).toBe(11)
  expect(stored.sha256).toBe(createHash('sha256').update('hello world').digest('hex'))
  const again = await openFiles({ dir, clock: Date.now })
  expect(await textOf(await again.open(stored.id))).toBe('hello world')
  expect(await all(again.ids())).toEqual([stored.id])
  await again.remove(stored.id)
  await again.remove(stored.id)
  await expect(again.open(stored.id)).rejects.toMatchObject({ code: 'not-found' })
})

test('what is too large, cut midway or without room leaves nothing behind', async () => {
  const files = await openFiles({ dir, clock: Date.now, minFreeBytes: 0 })
  await expect(files.put(chunks('123', '456'), { limit: 5 })).rejects.toMatchObject({ code: 'too-large' })
  async function* cut(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('half')
    throw new Error('connection reset')
  }
  await expect(files.put(cut(), { limit: 100 })).rejects.toThrow('connection reset')
  const full = await openFiles({ dir, clock: Date.now, minFreeBytes: Number.MAX_SAFE_INTEGER })
  await expect(full.put(chunks('a'), { limit: 100 })).rejects.toMatchObject({ code: 'busy' })
  expect(await all(files.ids())).toEqual([])
  expect(await readdir(join(dir, 'incoming'))).toEqual([])
})

test('no id leads out of the folder', async () => {
  const files = await openFiles({ dir, clock: Date.now, minFreeBytes: 0 })
  for (const id of ['../../etc/passwd', '', '..', 'incoming', `${uuidV7(0)}/..`, '\0'])
    await expect(files.open(id)).rejects.toMatchObject({ code: 'not-found' })
})

test('a UUIDv7 tells its time and sorts by it', () => {
  const times = [0, 1, 1_700_000_000_000, 281_474_976_710_655]
  const made = times.map(uuidV7)
  expect(made.map(uuidV7Time)).toEqual(times)
  expect([...made].sort()).toEqual(made)
  expect(uuidV7Time('018f0000-0000-4000-8000-000000000001')).toBeNull()
})

test('chunks stay their owner’s unless they are given away', async () => {
  const files = await openFiles({ dir, clock: Date.now, minFreeBytes: 0 })
  const [lent, given] = [new Uint8Array(100), new Uint8Array(100)]
  const of = async function* (chunk: Uint8Array) {
    yield chunk
  }
  await files.put(of(lent), { limit: 1000 })
  await files.receive(of(lent), { limit: 1000 })
  await files.receive(of(given), { limit: 1000, givesChunks: true })
  expect([lent.length, given.length]).toEqual([100, 0])
})

test('a content that is received can be read while it comes: what was told is there, and all of it when it is whole', async () => {
  const files = await openFiles({ dir, clock: Date.now, minFreeBytes: 0 })
  const told: number[] = []
  const part = 'x'.repeat(700_000)
  const stored = await files.receive(chunks(part, part, part), {
    limit: 3_000_000,
    onGrown({ path, bytes }) {
      told.push(bytes)
      expect(statSync(path).size).toBe(bytes)
    },
  })
  expect([told, stored.bytes]).toEqual([[1_400_000, 2_100_000], 2_100_000])
  expect((await textOf(await files.open(stored.id))).length).toBe(2_100_000)
})

test('in a folder of several servers a start leaves what others are taking in, but for what nobody writes to any more', async () => {
  const clock = { now: Date.now() }
  const open = (isShared: boolean) => openFiles({ dir, clock: () => clock.now, minFreeBytes: 0, isShared })
  const one = await open(true)
  const growing = await one.reserve()
  await writeFile(growing.path, 'of the other')
  await open(true)
  const id = await growing.keep()
  expect(await textOf(await one.open(id))).toBe('of the other')
  const left = await one.reserve()
  await writeFile(left.path, 'left')
  clock.now += 2 * 86_400_000
  await open(true)
  expect(await readdir(join(dir, 'incoming'))).toEqual([])
  // In a folder of its own nothing that was not whole is anybody's.
  await writeFile((await one.reserve()).path, 'half')
  await open(false)
  expect(await readdir(join(dir, 'incoming'))).toEqual([])
})
