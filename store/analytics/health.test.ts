import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type WatchedHealth, watchEngine } from './health.ts'

/** When the engine is asked for a sign of life, and when its silence is told. */

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const silenceMs = 2000

async function after(ms: number, run: (elapsed: number) => void): Promise<void> {
  for (let elapsed = 0; elapsed < ms; elapsed += 50) {
    await vi.advanceTimersByTimeAsync(50)
    run(elapsed)
  }
}

interface Engine {
  health: WatchedHealth
  asked: number
  isSilent: boolean
  isAsked: boolean
  /** Somebody begins to wait. */
  ask(): void
}

function watched(): Engine {
  let answeredAt = -Infinity
  let begin = (): void => undefined
  const engine = {
    asked: 0,
    isSilent: false,
    isAsked: false,
    ask() {
      this.isAsked = true
      begin()
    },
  }
  const health = watchEngine(
    async () => {
      engine.asked += 1
      if (engine.isSilent) await new Promise(() => undefined)
      await new Promise((answered) => setTimeout(answered, 5))
      answeredAt = performance.now()
    },
    {
      silenceMs,
      answeredAt: () => answeredAt,
      isAsked: () => engine.isAsked,
      onAsked: (call) => (begin = call),
    },
  )
  return Object.assign(engine, { health })
}

test('it is asked every second while somebody waits for it, and every half a minute while nobody does', async () => {
  const engine = watched()
  await after(300_000, () => undefined)
  expect(engine.asked).toBeGreaterThanOrEqual(9)
  expect(engine.asked).toBeLessThanOrEqual(11)
  engine.asked = 0
  engine.ask()
  await after(60_000, () => undefined)
  expect(engine.asked).toBeGreaterThan(40)
  engine.health.close()
})

test('who begins to wait for one that fell silent meanwhile is told as soon as who waited already', async () => {
  const engine = watched()
  await after(10_000, () => undefined)
  engine.isSilent = true
  await after(1500, () => undefined)
  expect(engine.health.answers()).toBe(true)
  engine.ask()
  let toldAt = Infinity
  await after(10_000, (elapsed) => {
    if (!engine.health.answers()) toldAt = Math.min(toldAt, elapsed)
  })
  // Until the next look, until its last answer is old, and as long as silence is borne.
  expect(toldAt).toBeLessThanOrEqual(1100 + silenceMs + 500)
  engine.health.close()
})

test('one that answers again is heard again', async () => {
  let answer = Promise.withResolvers<void>()
  const health = watchEngine(() => answer.promise, { silenceMs })
  await after(silenceMs + 500, () => undefined)
  expect(health.answers()).toBe(false)
  expect(() => health.check()).toThrow()
  answer.resolve()
  answer = Promise.withResolvers<void>()
  await after(50, () => undefined)
  expect(health.answers()).toBe(true)
  expect(health.silence().aborted).toBe(false)
  health.close()
})

test('one that was closed asks nothing more, whoever begins to wait', async () => {
  const engine = watched()
  await after(60_000, () => undefined)
  engine.health.close()
  engine.asked = 0
  engine.ask()
  await after(60_000, () => undefined)
  expect(engine.asked).toBe(0)
})
