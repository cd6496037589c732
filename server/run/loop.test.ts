import { pino } from 'pino'
import { expect, test, vi } from 'vitest'
import { startRefresher, type Refresher } from './loop.ts'

const log = pino({ level: 'silent' })

test('a failing round is tried again, and its last error is told until it is over', async () => {
  let rounds = 0
  const seen: (string | null)[] = []
  const done = Promise.withResolvers<void>()
  let refresher: Refresher | undefined
  refresher = startRefresher({
    name: 'test',
    every: () => 1,
    clock: () => 5,
    log,
    act: async () => {
      seen.push(refresher?.status().lastError ?? null)
      if (++rounds === 1) throw new Error('no')
      if (rounds === 3) done.resolve()
      return true
    },
  })
  await done.promise
  await refresher.stop()
  expect(seen.slice(0, 3)).toEqual([null, 'no', null])
  expect(refresher.status()).toEqual({ lastAt: 5, lastError: null })
})

test('stopping waits for the round under way and starts no other', async () => {
  let ended = false
  const begun = Promise.withResolvers<void>()
  const refresher = startRefresher({
    name: 'test',
    every: () => 1,
    clock: () => 0,
    log,
    act: async () => {
      begun.resolve()
      await new Promise((go) => setTimeout(go, 20))
      ended = true
      return true
    },
  })
  await begun.promise
  await refresher.stop()
  expect(ended).toBe(true)
})

test('a wake ends the pause after a round without work, not the one after work', async () => {
  const rounds = { worked: 0, idle: 0 }
  const rounding = (kind: keyof typeof rounds) =>
    startRefresher({
      name: kind,
      // No pause ends by itself within this claim.
      every: () => (rounds[kind] === 0 ? 1 : 3_600_000),
      clock: () => 0,
      log,
      act: async () => {
        rounds[kind]++
        return kind === 'worked'
      },
    })
  const [worked, idle] = [rounding('worked'), rounding('idle')]
  await vi.waitFor(() => expect(rounds).toEqual({ worked: 1, idle: 1 }), { timeout: 240_000 })
  for (const expected of [2, 3]) {
    await new Promise((go) => setTimeout(go, 20))
    for (const refresher of [worked, idle]) refresher.wake()
    await vi.waitFor(() => expect(rounds.idle).toBe(expected), { timeout: 240_000 })
  }
  expect(rounds.worked).toBe(1)
  await Promise.all([worked.stop(), idle.stop()])
})
