import type { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { blockSessions, encodeSessions } from '../../spool/session-codec.ts'
import { sampleSession } from '../../spool/testing.ts'
import { openPreparer, type PreparerLimits } from './open.ts'

const preparer = (limits: Partial<PreparerLimits> = {}) => {
  const opened = openPreparer({ memoryMb: 512, idleMs: 600_000, ...limits })
  onTestFinished(() => opened.close())
  return opened
}
/** Threads that are started from now on. */
function threads() {
  let [started, ended] = [0, 0]
  const count = (thread: Worker): void => {
    started += 1
    thread.once('exit', () => (ended += 1))
  }
  process.on('worker', count)
  onTestFinished(() => void process.off('worker', count))
  return { started: () => started, ended: () => ended }
}
async function bodyOf(count: number, changes = {}): Promise<Buffer> {
  const sessions = Array.from({ length: count }, (_, at) =>
    sampleSession(`${at}`, { vlans: [at], ...changes }),
  )
  const [encoded] = await encodeSessions(sessions)
  return encoded!.body
}

test('answers come in the order in which they were asked for', async () => {
  const { prepare } = preparer()
  const sizes = [1000, 1, 300, 2]
  const asked = await Promise.all(sizes.map(async (size) => prepare([await bodyOf(size), await bodyOf(1)])))
  expect(asked.map((prepared) => prepared?.units.map(({ sessions }) => sessions))).toEqual(
    sizes.map((size) => [size + 1]),
  )
})

test('sessions without a valid time are not prepared, and what cannot be read fails alone', async () => {
  const { prepare } = preparer()
  expect(await prepare([await bodyOf(3, { firstPacket: Number.NaN })])).toBeNull()
  await expect(prepare([Buffer.from('no frame of ours')])).rejects.toThrow()
  expect(await prepare([await bodyOf(3)])).toMatchObject({ units: [{ sessions: 3 }] })
})

test('a thread that runs out of memory fails what was asked of it, and the next begins anew', async () => {
  const { prepare } = preparer({ memoryMb: 96 })
  // Few sessions of a body lie in it as text, and are objects when they are read.
  const body = await bodyOf(blockSessions - 1)
  const large = Array.from({ length: 6000 }, () => body)
  const failed = await Promise.allSettled([prepare(large), prepare(large)])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await prepare([await bodyOf(1)])).toMatchObject({ units: [{ sessions: 1 }] })
})

test('a thread that is expected to work is there before it is asked, once, and ends when nothing comes', async () => {
  const { started, ended } = threads()
  const { expect: expected, prepare } = preparer()
  expected()
  expected()
  await expect.poll(started).toBe(1)
  expect(await prepare([await bodyOf(1)])).not.toBeNull()
  expect(started()).toBe(1)

  preparer({ idleMs: 1 }).expect()
  await expect.poll(ended).toBe(1)
})

test('a thread at work is not ended because work was expected before, or meanwhile; a closed one begins nothing', async () => {
  const { started } = threads()
  // It takes longer than this to start.
  const opened = preparer({ idleMs: 100 })
  const body = await bodyOf(1000)
  opened.expect()
  opened.expect()
  const asked = opened.prepare([body])
  opened.expect()
  expect(await asked).toMatchObject({ units: [{ sessions: 1000 }] })
  expect(started()).toBe(1)
  await opened.close()
  opened.expect()
  await new Promise((go) => setTimeout(go, 50))
  expect(started()).toBe(1)
})

test('a thread that has nothing to do ends, and closing fails what is under way', async () => {
  const opened = preparer({ idleMs: 1 })
  expect(await opened.prepare([await bodyOf(1)])).not.toBeNull()
  await new Promise((go) => setTimeout(go, 50))
  expect(await opened.prepare([await bodyOf(1)])).not.toBeNull()
  const asked = opened.prepare([await bodyOf(1000)])
  const failed = expect(asked).rejects.toThrow('ended')
  await opened.close()
  await failed
  await expect(opened.prepare([await bodyOf(1)])).rejects.toThrow('any more')
})
