import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Refusal } from '#model/errors.ts'
import { sessionLine } from '#store/analytics/sessions/line.ts'
import { deliver, drainIds, ids, open, sessionIds } from './delivering.ts'
import { sampleSession, scratchFolder } from './testing.ts'

describe('the spool', () => {
  test('gives back what was committed, in order, byte for byte, also after a restart', async () => {
    await using folder = await scratchFolder()
    const session = sampleSession('a', {
      communityId: 'lone surrogate \ud800 and 😀 and \u0000',
      sourcePayload: Uint8Array.from({ length: 256 }, (_, byte) => byte),
    })
    const spool = await open(folder.path)
    const batch = await spool.begin('b')
    if (batch.kind !== 'open') throw new Error('fresh')
    await batch.append([session, sampleSession('second')])
    await batch.commit({})
    await spool.close()
    const again = await open(folder.path)
    const range = await again.take()
    const lines = (await range?.sessions())?.map((row) => JSON.parse(row.line()))
    expect(lines).toEqual([session, sampleSession('second')].map((one) => JSON.parse(sessionLine(one))))
    await range?.finish()
    expect(await again.take()).toBeNull()
    await again.close()
    const third = await open(folder.path)
    expect(await third.take()).toBeNull()
    expect(await readdir(join(folder.path, 'segments'))).toEqual([])
    await third.close()
  })

  test('a batch that was aborted or never committed does not exist', async () => {
    await using folder = await scratchFolder()
    const spool = await open(folder.path)
    const aborted = await spool.begin('aborted')
    const dangling = await spool.begin('dangling')
    if (aborted.kind !== 'open' || dangling.kind !== 'open') throw new Error('fresh')
    await aborted.append(sessionIds('aborted', 3000))
    await dangling.append(sessionIds('dangling', 3000))
    await aborted.abort()
    expect(await deliver(spool, 'aborted', 1)).toBe('accepted')
    await spool.close()
    const again = await open(folder.path)
    expect(await drainIds(again)).toEqual(['aborted-0'])
    expect(again.status()).toMatchObject({ undrainedBytes: 0, undrainedSessions: 0, oldestAt: null })
    await again.close()
  })

  test('who asked hears of a batch that grows, each time it has so many sessions more, before anybody sees it', async () => {
    await using folder = await scratchFolder()
    const spool = await open(folder.path)
    const heard: number[] = []
    const stop = spool.onGrown(2000, () => heard.push(spool.status().undrainedSessions))
    const batch = await spool.begin('b')
    if (batch.kind !== 'open') throw new Error('fresh')
    const appended: number[] = []
    for (let part = 0; part < 5; part += 1) {
      await batch.append(sessionIds(`${part}`, 1000))
      appended.push(heard.length)
    }
    expect([appended, heard]).toEqual([
      [0, 1, 1, 2, 2],
      [0, 0],
    ])
    stop()
    await batch.append(sessionIds('last', 1000))
    expect(heard).toHaveLength(2)
    await batch.abort()
    await spool.close()
  })

  test('an id delivered twice counts once and gets the first receipt: later, at once, after a restart, drained', async () => {
    await using folder = await scratchFolder()
    const spool = await open(folder.path)
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => deliver(spool, 'same', 4)))
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome !== 'accepted')).toEqual(
      Array.from({ length: 19 }, () => ({ id: 'same', count: 4 })),
    )
    expect(await drainIds(spool)).toHaveLength(4)
    await spool.close()
    const again = await open(folder.path)
    expect(await deliver(again, 'same', 9)).toEqual({ id: 'same', count: 4 })
    expect(await drainIds(again)).toEqual([])
    await again.close()
  })

  test('when the first delivery gives up, one that waited takes over', async () => {
    await using folder = await scratchFolder()
    const spool = await open(folder.path)
    const first = await spool.begin('x')
    const second = deliver(spool, 'x', 2)
    if (first.kind !== 'open') throw new Error('fresh')
    await first.append(sessionIds('lost', 2))
    await first.abort()
    expect(await second).toBe('accepted')
    expect(await drainIds(spool)).toEqual(['x-0', 'x-1'])
    await spool.close()
  })

  test('a large batch becomes visible all at once, and only by its commit', async () => {
    await using folder = await scratchFolder()
    const spool = await open(folder.path, { rangeBounds: { sessions: 5000, bytes: 2 ** 30 } })
    const batch = await spool.begin('large')
    if (batch.kind !== 'open') throw new Error('fresh')
    for (let part = 0; part < 30; part++)
      await batch.append(
        sessionIds(`large${part}`, 1000).map((session, index) => ({
          ...session,
          sourcePayload: crypto.getRandomValues(new Uint8Array(64 + (index % 64))),
        })),
      )
    expect(await readdir(join(folder.path, 'staging'))).toHaveLength(1)
    await deliver(spool, 'small', 1)
    expect(spool.status().undrainedSessions).toBe(1)
    await batch.commit({ large: true })
    await deliver(spool, 'late', 1)
    expect(spool.status().undrainedSessions).toBe(30_002)
    expect(await readdir(join(folder.path, 'staging'))).toEqual([])
    const ids = await drainIds(spool)
    expect(ids).toHaveLength(30_002)
    expect(new Set(ids).size).toBe(30_002)
    await spool.close()
  })

  test('a range handed out before a restart comes back as it was, however much was added', async () => {
    await using folder = await scratchFolder()
    const spool = await open(folder.path)
    await deliver(spool, 'one', 5)
    const before = await spool.take()
    await deliver(spool, 'two', 5)
    await before?.noteRefused('some-token')
    await spool.close()
    const again = await open(folder.path)
    await deliver(again, 'three', 5)
    const after = await again.take()
    expect(after?.token).toBe(before?.token)
    const linesOf = async (range: typeof after) => (await range?.sessions())?.map((row) => row.line())
    expect(await linesOf(after)).toEqual(await linesOf(before))
    expect(after?.refused).toEqual(['some-token'])
    await after?.finish()
    expect(await drainIds(again)).toEqual([...ids('two', 5), ...ids('three', 5)])
    await again.close()
  })

  test('no token is ever used twice, also when every segment has gone', async () => {
    await using folder = await scratchFolder()
    const tokens = new Set<string>()
    for (let round = 0; round < 5; round++) {
      const spool = await open(folder.path, { segmentBytes: 1 })
      await deliver(spool, `batch-${round}`, 1)
      const range = await spool.take()
      if (range) tokens.add(range.token)
      await range?.finish()
      await spool.close()
    }
    expect(tokens.size).toBe(5)
  })

  test('answers busy with Retry-After when it holds too much, and takes more once drained', async () => {
    await using folder = await scratchFolder()
    const spool = await open(folder.path, { maxBytes: 500 })
    await deliver(spool, 'a', 20)
    const refusal = await spool.begin('b').catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(Refusal)
    expect(refusal).toMatchObject({ code: 'busy', retryAfter: 5 })
    expect(await deliver(spool, 'a', 20)).toEqual({ id: 'a', count: 20 })
    await drainIds(spool)
    expect(await deliver(spool, 'b')).toBe('accepted')
    await spool.close()
    const full = await open(folder.path, { minFreeBytes: Number.MAX_SAFE_INTEGER })
    await expect(full.begin('c')).rejects.toMatchObject({ code: 'busy', retryAfter: 60 })
    await full.close()
    const kept = await open(folder.path, { minFreeBytes: 2 ** 50 })
    await expect(kept.begin('c')).rejects.toThrow('Less than 1073741824 MiB are free')
    await kept.close()
  })

  test('closing refuses what is still open and keeps what was handed over', async () => {
    await using folder = await scratchFolder()
    const spool = await open(folder.path)
    const late = await spool.begin('late')
    if (late.kind !== 'open') throw new Error('fresh')
    await late.append(sessionIds('late', 1))
    const inTime = await spool.begin('in time')
    if (inTime.kind !== 'open') throw new Error('fresh')
    const committed = inTime.commit({})
    await new Promise((resolve) => setImmediate(resolve))
    await spool.close()
    await committed
    await expect(late.commit({})).rejects.toMatchObject({ code: 'busy' })
    await expect(spool.begin('later')).rejects.toMatchObject({ code: 'busy' })
    const again = await open(folder.path)
    expect([again.find('in time') !== null, again.find('late')]).toEqual([true, null])
    await again.close()
  })

  test('a second opener is turned away while the first lives', async () => {
    await using folder = await scratchFolder()
    const spool = await open(folder.path)
    await expect(open(folder.path)).rejects.toThrow(/in use/)
    await spool.close()
    await (await open(folder.path)).close()
  })

  test('pending batches are listed until they are confirmed, also after a restart', async () => {
    await using folder = await scratchFolder()
    const spool = await open(folder.path)
    for (const id of ['p', 'q']) {
      const batch = await spool.begin(id)
      if (batch.kind === 'open') await batch.commit({ id }, { pending: true })
    }
    spool.confirm('p')
    await spool.close()
    const again = await open(folder.path)
    expect(again.pending().map(({ id, receipt }) => ({ id, receipt }))).toEqual([
      { id: 'q', receipt: { id: 'q' } },
    ])
    await again.close()
  })

  test('ids are forgotten only after the time they are to be remembered', async () => {
    await using folder = await scratchFolder()
    let now = 1_700_000_000_000
    const spool = await open(folder.path, { clock: () => now, batchIdRetentionMs: 30 * 86_400_000 })
    await deliver(spool, 'old', 1)
    await drainIds(spool)
    now += 29 * 86_400_000
    await deliver(spool, 'newer', 1)
    expect(spool.find('old')).not.toBeNull()
    now += 2 * 86_400_000
    await deliver(spool, 'newest', 1)
    expect(spool.find('old')).toBeNull()
    await spool.close()
  })
})

test('a commit that fails to be written leaves nothing, and the same batch may be delivered again', async () => {
  await using folder = await scratchFolder()
  const spool = await open(folder.path, { batchMemoryBytes: 4096 })
  await rm(join(folder.path, 'segments'), { recursive: true })
  await expect(deliver(spool, 'small', 3)).rejects.toThrow(/ENOENT/)
  await expect(deliver(spool, 'staged', 5000)).rejects.toThrow(/ENOENT/)
  expect(spool.find('small')).toBeNull()
  expect(await readdir(join(folder.path, 'staging'))).toEqual([])
  await mkdir(join(folder.path, 'segments'))
  expect(await deliver(spool, 'staged', 5000)).toBe('accepted')
  expect(await deliver(spool, 'small', 3)).toBe('accepted')
  expect(await drainIds(spool)).toHaveLength(5003)
  await spool.close()
})
