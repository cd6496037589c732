import { expect, test } from 'vitest'
import { pauseAfterCounting } from '../tag-counts/refresh.ts'
import { pauseAfter, pauseAfterConsolidation } from './pace.ts'

/** How much of a core a job takes that rests after each round. */
const share = (tookMs: number, pause: (tookMs: number) => number): number => tookMs / (tookMs + pause(tookMs))
const rounds = Array.from({ length: 400 }, (_, at) => Math.round(1.03 ** at))

test('documents take a sixth of a core at most, until rounds are so long that freshness counts more', () => {
  for (const ms of rounds) {
    expect(pauseAfter(ms)).toBeGreaterThanOrEqual(1000)
    expect(pauseAfter(ms)).toBeLessThanOrEqual(2000)
    if (ms <= 400) expect(share(ms, pauseAfter)).toBeLessThanOrEqual(1 / 6)
  }
})

test('counts take a fiftieth of a core while ten seconds of rest are enough for that, and a tenth at most', () => {
  for (const ms of rounds) {
    expect(pauseAfterCounting(ms)).toBeGreaterThanOrEqual(5000)
    expect(share(ms, pauseAfterCounting)).toBeLessThanOrEqual(1 / 10)
    if (ms <= 200) expect(share(ms, pauseAfterCounting)).toBeLessThanOrEqual(1 / 49)
    if (ms <= 1000) expect(pauseAfterCounting(ms)).toBeLessThanOrEqual(10_000)
  }
})

test('consolidation takes a tenth of a core at most', () => {
  for (const ms of rounds) expect(share(ms, pauseAfterConsolidation)).toBeLessThanOrEqual(1 / 10)
})
