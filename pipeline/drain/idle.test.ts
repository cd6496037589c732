import { expect, test } from 'vitest'
import { deliver, ids, open } from '../spool/delivering.ts'
import { scratchFolder } from '../spool/testing.ts'
import { startDrain } from './drain.ts'

test('who waits for what is committed is answered when that is stored, though more comes with everything that is stored', async () => {
  await using folder = await scratchFolder()
  const spool = await open(folder.path)
  const stored: string[] = []
  let more = 0
  let isOver = false
  const drain = await startDrain({
    spool,
    clock: Date.now,
    retry: { minMs: 1, maxMs: 5 },
    async store({ sessions }) {
      stored.push(...sessions.map(({ id }) => id))
      if (!isOver) await deliver(spool, `more${(more += 1)}`, 1)
    },
  })
  await deliver(spool, 'wanted', 3)
  await drain.idle()
  expect(stored).toEqual(expect.arrayContaining(ids('wanted', 3)))
  // Whoever asks again waits for what came meanwhile, and for no more.
  const before = more
  await drain.idle()
  expect(more).toBeGreaterThan(before)
  isOver = true
  await drain.idle()
  expect(spool.status().undrainedSessions).toBe(0)
  expect(new Set(stored).size).toBe(3 + more)
  await drain.stop()
  await spool.close()
})
