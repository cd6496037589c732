import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { noFacts } from '#model/session.ts'
import { decodeSessions } from '../../spool/session-codec.ts'
import { scratchFolder } from '../../spool/testing.ts'
import { udpCapture } from '../testing.ts'
import type { DissectionTask } from './messages.ts'
import { type DissectionLimits, openDissection } from './open.ts'
import { openFairQueue } from './fair-queue.ts'

const now = Date.UTC(2026, 10, 1)
let folder: Awaited<ReturnType<typeof scratchFolder>>
let many = ''
beforeAll(async () => {
  folder = await scratchFolder()
  many = await captureFile('many', 20_000)
})
afterAll(() => folder[Symbol.asyncDispose]())

async function captureFile(name: string, flows: number): Promise<string> {
  const path = join(folder.path, name)
  await writeFile(
    path,
    udpCapture(Array.from({ length: flows }, (_, at) => ({ at: now - at, sourcePort: at + 1 }))),
  )
  return path
}

const task = (path: string, workspace = 'w'): DissectionTask => ({
  path,
  batch: 'b',
  stamp: { origin: 'live', workspace, published: true, sensor: 's', vantage: 'sensor', capture: 'c' },
  shift: { by: 0 },
  isOfSensor: false,
  admission: { now, retentionDays: 90 },
})
const facts = () => noFacts
const opened = (limits: Partial<DissectionLimits> = {}) => {
  const dissection = openDissection(limits)
  return Object.assign(dissection, { [Symbol.asyncDispose]: () => dissection.close() })
}

describe('dissection in threads', () => {
  test('ends threads that have nothing to do, so that what a capture took is given back, and starts others', async () => {
    const threads: Worker[] = []
    const started = (thread: Worker): number => threads.push(thread)
    process.on('worker', started)
    await using dissection = opened({ idleMs: 1 })
    for (let captures = 1; captures <= 2; captures++) {
      await dissection.dissect(task(many), { facts, take: async () => undefined })
      expect(threads).toHaveLength(captures)
      const thread = threads.at(-1)
      if (thread && thread.threadId >= 0) await once(thread, 'exit')
    }
    process.off('worker', started)
  })

  test('has a thread ready for what is expected: one, where none waits for work, no more than work at once, and none in the end', async () => {
    let started = 0
    const count = (): void => void (started += 1)
    process.on('worker', count)
    onTestFinished(() => void process.off('worker', count))
    const dissection = opened({ atOnce: 1 })
    dissection.expect()
    dissection.expect()
    await new Promise(setImmediate)
    expect(started).toBe(1)
    const under = dissection.dissect(task(many), { facts, take: async () => dissection.expect() })
    expect(await under).toMatchObject({ sessions: 20_000 })
    await dissection.close()
    dissection.expect()
    await new Promise(setImmediate)
    expect(started).toBe(1)
  })

  test('hands over every session once, counted by day, in bodies as the spool frames them', async () => {
    await using dissection = opened()
    const ids: string[] = []
    const days: Record<string, number> = {}
    const outcome = await dissection.dissect(task(many), {
      facts,
      async take({ body, days: of }) {
        for (const { id } of await decodeSessions(body)) ids.push(id)
        for (const [day, count] of Object.entries(of)) days[day] = (days[day] ?? 0) + count
      },
    })
    expect(outcome).toMatchObject({ sessions: 20_000, refused: [], shiftMs: 0, report: { packets: 20_000 } })
    expect(new Set(ids).size).toBe(20_000)
    expect(ids).toEqual(ids.toSorted())
    expect(days).toEqual({ 'live 2026-10-31': 19_999, 'live 2026-11-01': 1 })
  })

  test('whoever hangs up ends the work: nothing is handed over afterwards, and the next capture is dissected', async () => {
    await using dissection = opened({ atOnce: 1 })
    const hangUp = new AbortController()
    let taken = 0
    const left = dissection.dissect(task(many), {
      facts,
      signal: hangUp.signal,
      async take() {
        taken++
        hangUp.abort(new Error('the sender left'))
      },
    })
    await expect(left).rejects.toThrow('the sender left')
    expect(taken).toBe(1)
    expect(dissection.status()).toEqual({ running: 0, waiting: 0 })
    const next = await dissection.dissect(task(many), { facts, take: async () => {} })
    expect([next.sessions, taken]).toEqual([20_000, 1])
  })

  test('what the spool refuses ends the work with its refusal', async () => {
    await using dissection = opened()
    const take = async () => {
      throw new Error('the disk is full')
    }
    await expect(dissection.dissect(task(many), { facts, take })).rejects.toThrow('the disk is full')
  })

  test('an address whose facts cannot be told fails its capture alone', async () => {
    await using dissection = opened({ atOnce: 1 })
    const take = async () => {}
    const broken = () => {
      throw new Error('no facts today')
    }
    await expect(dissection.dissect(task(many), { facts: broken, take })).rejects.toThrow('no facts today')
    expect(dissection.status()).toEqual({ running: 0, waiting: 0 })
    expect((await dissection.dissect(task(many), { facts, take })).sessions).toBe(20_000)
  })

  test('what is no capture is refused as such, and a missing file is no refusal', async () => {
    await using dissection = opened()
    const path = join(folder.path, 'text')
    await writeFile(path, 'no capture at all')
    const take = async () => {}
    await expect(dissection.dissect(task(path), { facts, take })).rejects.toMatchObject({
      code: 'unreadable-capture',
    })
    await expect(dissection.dissect(task(`${path}-not`), { facts, take })).rejects.toMatchObject({
      code: 'ENOENT',
    })
  })

  test('a capture that takes too much memory fails alone, in plain words', async () => {
    const hungry = await captureFile('hungry', 65_000)
    await using dissection = opened({ memoryMb: 24, atOnce: 2, perWorkspace: 2 })
    const few = await captureFile('few', 10)
    const take = async () => {}
    await expect(dissection.dissect(task(hungry), { facts, take })).rejects.toMatchObject({
      code: 'unreadable-capture',
      message: expect.stringContaining('24 MB'),
    })
    expect((await dissection.dissect(task(few), { facts, take })).sessions).toBe(10)
  })

  test('closing fails what is under way with "busy"', async () => {
    const dissection = openDissection()
    const under = dissection.dissect(task(many), { facts, take: () => dissection.close() })
    await expect(under).rejects.toMatchObject({ code: 'busy' })
  })
})

describe('queue', () => {
  const gate = () => Promise.withResolvers<void>()

  test('no more than allowed run, of one owner and in all; the next is of whoever has the fewest', async () => {
    const queue = openFairQueue({ atOnce: 3, perOwner: 2, waiting: 10, waitingPerOwner: 5 })
    const begun: string[] = []
    const gates = new Map<string, ReturnType<typeof gate>>()
    const start = (owner: string, name: string) => {
      const mine = gate()
      gates.set(name, mine)
      return queue.enqueue(owner, async () => {
        begun.push(name)
        await mine.promise
      })
    }
    const all = [start('a', 'a1'), start('a', 'a2'), start('a', 'a3'), start('b', 'b1'), start('b', 'b2')]
    await Promise.resolve()
    expect(begun).toEqual(['a1', 'a2', 'b1'])
    expect(queue.status()).toEqual({ running: 3, waiting: 2 })
    gates.get('a1')?.resolve()
    await all[0]
    await new Promise(setImmediate)
    // Both have one under way: the oldest comes first.
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
    gates.get('a2')?.resolve()
    gates.get('a3')?.resolve()
    await all[2]
    await new Promise(setImmediate)
    expect(begun.at(-1)).toBe('b2')
    for (const { resolve } of gates.values()) resolve()
    await Promise.all(all)
    expect(queue.status()).toEqual({ running: 0, waiting: 0 })
  })

  test('those who wait are bounded, in all and of one owner, and may leave', async () => {
    const queue = openFairQueue({ atOnce: 1, perOwner: 1, waiting: 3, waitingPerOwner: 2 })
    const held = gate()
    const first = queue.enqueue('a', () => held.promise)
    const leaving = new AbortController()
    const left = queue.enqueue('a', async () => 'never', leaving.signal)
    const waits = queue.enqueue('a', async () => 'later')
    await expect(queue.enqueue('a', async () => 0)).rejects.toMatchObject({ code: 'busy', retryAfter: 5 })
    expect(() => queue.admit('a')).toThrow()
    const other = queue.enqueue('b', async () => 'other')
    await expect(queue.enqueue('c', async () => 0)).rejects.toMatchObject({ code: 'busy' })
    leaving.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    queue.admit('c')
    held.resolve()
    await first
    expect([await waits, await other]).toEqual(['later', 'other'])
  })
})
