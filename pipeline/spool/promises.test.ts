import { copyFile, cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openSpool, type Spool, type SpoolOptions } from './spool.ts'
import { sampleSession, scratchFolder } from './testing.ts'

/** What becomes of what was promised when a file of the spool is not what was written. */

const open = (dir: string, more: Partial<SpoolOptions> = {}) =>
  openSpool({ dir, clock: Date.now, minFreeBytes: 0, ...more })

async function deliver(spool: Spool, id: string, count = 3): Promise<'accepted' | 'known'> {
  const batch = await spool.begin(id)
  if (batch.kind === 'duplicate') return 'known'
  await batch.append(Array.from({ length: count }, (_, at) => sampleSession(`${id}-${at}`)))
  await batch.commit({ id })
  return 'accepted'
}

async function drained(spool: Spool): Promise<{ token: string; ids: string[]; again: boolean }[]> {
  const ranges = []
  for (let range = await spool.take(); range; range = await spool.take()) {
    const ids = (await range.sessions()).map(({ id }) => id)
    ranges.push({ token: range.token, ids, again: range.again })
    await range.finish()
  }
  return ranges
}

async function flip(path: string, at: number): Promise<void> {
  const bytes = await readFile(path)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  await writeFile(path, bytes)
}

/** As a kill leaves it: the files as they are while the spool is open. */
async function killed(dir: string, to: string): Promise<string> {
  await cp(dir, to, { recursive: true })
  return to
}

const firstSegment = (dir: string): string => join(dir, 'segments', '0000000001.seg')

test('a flipped bit in the last batch after a kill: it is named, and the same batch is taken again, once', async () => {
  await using folder = await scratchFolder()
  const alive = await open(join(folder.path, 'alive'))
  await deliver(alive, 'first')
  await deliver(alive, 'last')
  const dir = await killed(alive.dir, join(folder.path, 'dead'))
  await alive.close()
  await flip(firstSegment(dir), (await readFile(firstSegment(dir))).length - 20)
  const spool = await open(dir)
  expect(spool.status().damagedBytes).toBeGreaterThan(0)
  expect(spool.promises.lost()).toMatchObject([{ id: 'last', receipt: { id: 'last' }, again: 0 }])
  expect(await deliver(spool, 'first')).toBe('known')
  const batch = await spool.begin('last')
  expect(batch).toMatchObject({ kind: 'open', earlier: { receipt: { id: 'last' } } })
  if (batch.kind === 'open') await batch.abort()
  expect(await deliver(spool, 'last')).toBe('accepted')
  expect(await deliver(spool, 'last')).toBe('known')
  const ranges = await drained(spool)
  expect(ranges.flatMap(({ ids }) => ids).sort()).toEqual(
    [0, 1, 2].flatMap((at) => [`first-${at}`, `last-${at}`]).sort(),
  )
  // Some of it may be stored: whoever stores it has to look.
  expect(ranges.some(({ again }) => again)).toBe(true)
  await spool.close()
  const later = await open(dir)
  expect([later.promises.lost(), await deliver(later, 'last')]).toEqual([[], 'known'])
  await later.close()
})

test('what is promised is told by day, from when it is drained until it is released', async () => {
  await using folder = await scratchFolder()
  const spool = await open(folder.path)
  await deliver(spool, 'a', 2)
  await deliver(spool, 'b', 5)
  const day = 'live 2023-11-14'
  expect([spool.promises.days(), spool.promises.ofDay(day, '', 10)]).toEqual([[day], []])
  await drained(spool)
  expect(spool.promises.ofDay(day, '', 10)).toEqual([
    { id: 'a', sessions: 2 },
    { id: 'b', sessions: 5 },
  ])
  expect(spool.promises.ofDay(day, 'a', 10)).toEqual([{ id: 'b', sessions: 5 }])
  spool.promises.markLost('a', 'gone')
  expect(spool.promises.ofDay(day, '', 10)).toHaveLength(1)
  spool.promises.release([day])
  expect([spool.promises.days(), spool.promises.ofDay(day, '', 10)]).toEqual([[], []])
  await spool.close()
})

test('a range handed out before damage keeps its token; one that is gone gives its token to nothing else', async () => {
  await using folder = await scratchFolder()
  const alive = await open(join(folder.path, 'alive'), { rangeBounds: { sessions: 3, bytes: 2 ** 30 } })
  await deliver(alive, 'a')
  const end = alive.status().undrainedBytes
  await deliver(alive, 'b')
  const before = await alive.take()
  const dir = await killed(alive.dir, join(folder.path, 'dead'))
  await alive.close()
  await flip(firstSegment(dir), end - 20)
  const spool = await open(dir, { rangeBounds: { sessions: 3, bytes: 2 ** 30 } })
  const after = await drained(spool)
  expect(after.map(({ ids }) => ids)).toEqual([['b-0', 'b-1', 'b-2']])
  expect(after[0]?.token).not.toBe(before?.token)
  await spool.close()
})

test('of a range that lost its first batch, the rest comes under the token it had', async () => {
  await using folder = await scratchFolder()
  const alive = await open(join(folder.path, 'alive'))
  await deliver(alive, 'a')
  const end = alive.status().undrainedBytes
  await deliver(alive, 'b')
  const before = await alive.take()
  const dir = await killed(alive.dir, join(folder.path, 'dead'))
  await alive.close()
  await flip(firstSegment(dir), end - 20)
  const spool = await open(dir)
  expect(await drained(spool)).toEqual([{ token: before?.token, ids: ['b-0', 'b-1', 'b-2'], again: false }])
  await spool.close()
})

test('a damaged checkpoint costs nothing: the one before stands for it, and what comes is marked', async () => {
  await using folder = await scratchFolder()
  const alive = await open(join(folder.path, 'alive'), { rangeBounds: { sessions: 3, bytes: 2 ** 30 } })
  for (const id of ['a', 'b', 'c']) await deliver(alive, id)
  const first = await alive.take()
  await first?.finish()
  const second = await alive.take()
  const dir = await killed(alive.dir, join(folder.path, 'dead'))
  await alive.close()
  const checkpoint = join(dir, 'checkpoint')
  const { length } = await readFile(checkpoint)
  for (let at = 0; at < length; at += 5) {
    const victim = join(folder.path, 'victim')
    await cp(dir, victim, { recursive: true })
    await flip(join(victim, 'checkpoint'), at)
    const spool = await open(victim, { rangeBounds: { sessions: 3, bytes: 2 ** 30 } })
    const ranges = await drained(spool)
    expect(ranges.slice(0, 2).map(({ token }) => token)).toEqual([first?.token, second?.token])
    expect(ranges.flatMap(({ ids }) => ids)).toHaveLength(9)
    expect(ranges.every(({ again }) => again)).toBe(true)
    await spool.close()
    await rm(victim, { recursive: true })
  }
  // Without both, everything that is there comes again, marked.
  await flip(checkpoint, 3)
  await flip(`${checkpoint}.previous`, 3)
  const spool = await open(dir)
  const ranges = await drained(spool)
  expect(ranges.flatMap(({ ids }) => ids)).toHaveLength(9)
  expect(ranges.every(({ again }) => again)).toBe(true)
  await spool.close()
})

test('the number of a segment is not given out again when the checkpoint behind it is lost', async () => {
  await using folder = await scratchFolder()
  const dir = folder.path
  const first = await open(dir)
  await deliver(first, 'a', 5)
  const [before] = await drained(first)
  await first.close()
  // All of it is stored: the segment goes, and the checkpoint moves on to the next.
  const second = await open(dir)
  expect(await drained(second)).toEqual([])
  await second.close()
  await flip(join(dir, 'checkpoint'), 3)
  const spool = await open(dir)
  await deliver(spool, 'b', 2)
  expect(spool.status()).toMatchObject({ undrainedSessions: 2, oldestAt: expect.any(Number) })
  const [after, ...rest] = await drained(spool)
  expect([after?.ids, rest]).toEqual([['b-0', 'b-1'], []])
  expect(after?.token).not.toBe(before?.token)
  expect(spool.status()).toMatchObject({ undrainedSessions: 0, undrainedBytes: 0, oldestAt: null })
  await spool.close()
})

test('a row of the index that is not what was written is no answer to anybody', async () => {
  await using folder = await scratchFolder()
  const spool = await open(folder.path, { segmentBytes: 1 })
  await deliver(spool, 'a')
  await drained(spool)
  await spool.close()
  const db = new DatabaseSync(join(folder.path, 'index.db'))
  db.exec(`UPDATE batches SET receipt = '{"id":"A"}' WHERE id = 'a'`)
  db.close()
  const again = await open(folder.path, { segmentBytes: 1 })
  expect([again.find('a'), again.promises.find('a')?.damaged]).toEqual([null, true])
  expect(await deliver(again, 'a')).toBe('accepted')
  expect((await drained(again)).map(({ again: marked }) => marked)).toEqual([true])
  expect(again.find('a')).toEqual({ receipt: { id: 'a' } })
  await again.close()
})

test('an index as an older release wrote it is read on', async () => {
  await using folder = await scratchFolder()
  await (await open(folder.path)).close()
  const path = join(folder.path, 'index.db')
  await rm(path)
  const db = new DatabaseSync(path)
  db.exec(`CREATE TABLE batches (id TEXT PRIMARY KEY, receipt TEXT NOT NULL, at INTEGER NOT NULL, pending INTEGER NOT NULL) WITHOUT ROWID;
    INSERT INTO batches VALUES ('old', '{"id":"old"}', ${Date.now()}, 0)`)
  db.close()
  const spool = await open(folder.path)
  expect(spool.find('old')).toEqual({ receipt: { id: 'old' } })
  expect([await deliver(spool, 'old'), await deliver(spool, 'new')]).toEqual(['known', 'accepted'])
  expect(spool.promises.lost()).toEqual([])
  await spool.close()
})

test('a damaged index is set aside: what can be read of it is taken over, the rest comes from the segments', async () => {
  await using folder = await scratchFolder()
  const alive = await open(join(folder.path, 'alive'))
  for (let at = 0; at < 300; at++) await deliver(alive, `batch-${String(at).padStart(3, '0')}`, 1)
  const dir = join(folder.path, 'dead')
  await alive.close()
  await cp(alive.dir, dir, { recursive: true })
  const index = join(dir, 'index.db')
  const whole = await readFile(index)
  const spare = join(folder.path, 'spare')
  await copyFile(index, spare)
  for (let page = 0; page < whole.length / 4096; page += 3) {
    const bytes = Buffer.from(whole)
    bytes.fill(0x5a, page * 4096, page * 4096 + 64)
    await writeFile(index, bytes)
    // As after a kill: a log beside it says that it was not closed in order.
    await writeFile(`${index}-wal`, '')
    const spool = await open(dir)
    for (const at of [0, 150, 299])
      expect(spool.find(`batch-${String(at).padStart(3, '0')}`), `page ${page}`).not.toBeNull()
    expect(spool.promises.lost()).toEqual([])
    await spool.close()
    await copyFile(spare, index)
    await rm(`${index}-wal`, { force: true })
  }
})
