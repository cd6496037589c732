import { pino } from 'pino'
import { describe, expect, test, vi } from 'vitest'
import type { Job } from './job.ts'
import { openPolling } from '#model/polling.ts'
import { startJobs } from './jobs.ts'
import { type RunningJob, startJob } from './runner.ts'

const log = pino({ level: 'silent' })
const options = { clock: () => 5, log }
const job = (run: Job['run'], more: Partial<Job> = {}): Job => ({
  name: 'test',
  about: '',
  runsOn: 'all',
  pauseMs: () => 1,
  run,
  ...more,
})

describe('a job', () => {
  test('that fails is tried again, and its last error is told until a round ends well', async () => {
    let rounds = 0
    const seen: (string | null)[] = []
    const ends: boolean[] = []
    const done = Promise.withResolvers<void>()
    let running: RunningJob | undefined
    running = startJob(
      job(async () => {
        seen.push(running?.status().lastError ?? null)
        if (++rounds === 1) throw new Error('no')
        if (rounds === 3) done.resolve()
        return true
      }),
      { ...options, onRound: (_job, _seconds, ok) => void ends.push(ok) },
    )
    await done.promise
    await running.stop()
    expect(seen.slice(0, 3)).toEqual([null, 'no', null])
    expect(ends.slice(0, 3)).toEqual([false, true, true])
    expect(running.status()).toMatchObject({ state: 'waiting', lastAt: 5, lastError: null })
    expect(running.status().rounds).toBeGreaterThanOrEqual(2)
  })

  test('that fails after a round without work is tried again soon, however long it rests when there is none', async () => {
    let rounds = 0
    const running = startJob(
      job(
        async () => {
          if (++rounds === 2) throw new Error('no')
          return false
        },
        // No rest ends by itself within this claim.
        { idleMs: 3_600_000 },
      ),
      options,
    )
    await vi.waitFor(() => expect(rounds).toBe(1), { timeout: 240_000 })
    await new Promise((go) => setTimeout(go, 20))
    running.wake()
    await vi.waitFor(() => expect(rounds).toBe(3), { timeout: 20_000 })
    await running.stop()
  })

  test('that is stopped ends the round under way and starts no other', async () => {
    let ended = false
    const begun = Promise.withResolvers<void>()
    const running = startJob(
      job(async () => {
        begun.resolve()
        await new Promise((go) => setTimeout(go, 20))
        ended = true
        return true
      }),
      options,
    )
    await begun.promise
    expect(running.status().state).toBe('running')
    await running.stop()
    expect(ended).toBe(true)
    expect(running.status().state).toBe('waiting')
  })

  test('that is to run now waits neither after work nor after none, and goes round once more when that was said meanwhile', async () => {
    let rounds = 0
    const meanwhile: (() => void)[] = []
    const running = startJob(
      job(
        async () => {
          rounds++
          meanwhile.shift()?.()
          return rounds % 2 === 1
        },
        // No pause ends by itself within this claim.
        { pauseMs: () => (rounds === 0 ? 1 : 3_600_000) },
      ),
      options,
    )
    for (const expected of [1, 2, 3]) {
      await vi.waitFor(() => expect(rounds).toBe(expected), { timeout: 240_000 })
      await new Promise((go) => setTimeout(go, 20))
      if (expected === 3) meanwhile.push(() => running.runNow())
      running.runNow()
    }
    // That was said once more while the fourth ran.
    await vi.waitFor(() => expect(rounds).toBe(5), { timeout: 240_000 })
    await new Promise((go) => setTimeout(go, 20))
    expect(rounds).toBe(5)
    await running.stop()
  })

  test('that is woken does not wait after a round without work, but does after one with work', async () => {
    const rounds = { worked: 0, idle: 0 }
    const counting = (kind: keyof typeof rounds) =>
      startJob(
        job(
          async () => {
            rounds[kind]++
            return kind === 'worked'
          },
          // No pause ends by itself within this claim.
          { pauseMs: () => (rounds[kind] === 0 ? 1 : 3_600_000) },
        ),
        options,
      )
    const [worked, idle] = [counting('worked'), counting('idle')]
    await vi.waitFor(() => expect(rounds).toEqual({ worked: 1, idle: 1 }), { timeout: 240_000 })
    for (const expected of [2, 3]) {
      await new Promise((go) => setTimeout(go, 20))
      for (const running of [worked, idle]) running.wake()
      await vi.waitFor(() => expect(rounds.idle).toBe(expected), { timeout: 240_000 })
    }
    expect(rounds.worked).toBe(1)
    await Promise.all([worked.stop(), idle.stop()])
  })

  test('that finds nothing looks seldom while the server is idle, and as often as before once anything is done', async () => {
    vi.useFakeTimers()
    try {
      const polling = openPolling()
      let rounds = 0
      let work = 0
      const idle = startJob(
        job(
          async () => {
            rounds++
            return false
          },
          { pauseMs: () => 1000 },
        ),
        { ...options, polling },
      )
      const worker = startJob(
        job(async () => work-- > 0, { pauseMs: () => 0, idleMs: 3_600_000 }),
        { ...options, polling },
      )
      await vi.advanceTimersByTimeAsync(100_000)
      rounds = 0
      await vi.advanceTimersByTimeAsync(100_000)
      expect(rounds).toBeGreaterThanOrEqual(9)
      expect(rounds).toBeLessThanOrEqual(11)
      work = 1
      worker.wake()
      await vi.advanceTimersByTimeAsync(0)
      rounds = 0
      await vi.advanceTimersByTimeAsync(50_000)
      expect(rounds).toBeGreaterThanOrEqual(48)
      await Promise.all([idle.stop(), worker.stop()])
    } finally {
      vi.useRealTimers()
    }
  })

  test('for one of several servers runs where that one is, also when another takes over', async () => {
    let leads = false
    const ran: boolean[] = []
    const running = startJob(
      job(
        async () => {
          ran.push(leads)
          return true
        },
        { runsOn: 'one' },
      ),
      { ...options, leads: () => leads },
    )
    await vi.waitFor(() => expect(running.status().state).toBe('elsewhere'), { timeout: 240_000 })
    expect(running.status()).toMatchObject({ rounds: 0, lastAt: null })
    leads = true
    await vi.waitFor(() => expect(ran.length).toBeGreaterThan(0), { timeout: 240_000 })
    leads = false
    await vi.waitFor(() => expect(running.status().state).toBe('elsewhere'), { timeout: 240_000 })
    await running.stop()
    expect(ran.every(Boolean)).toBe(true)
  })
})

describe('the list of jobs', () => {
  test('tells each by its name, wakes by name, and knows no other', async () => {
    const jobs = startJobs([job(async () => false), job(async () => false, { name: 'other' })], options)
    expect(jobs.status().map(({ name }) => name)).toEqual(['test', 'other'])
    expect(() => jobs.statusOf('none')).toThrow('no job called "none"')
    jobs.wake('none')
    await jobs.stop()
  })

  test('takes no name twice', () => {
    expect(() => startJobs([job(async () => false), job(async () => false)], options)).toThrow('two jobs')
  })
})
