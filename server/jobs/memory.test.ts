import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Job } from './job.ts'
import { memory } from './memory.ts'

const { signal } = new AbortController()
/** A round ends whatever share of the time was worked before it. */
const idling = async (job: Job): Promise<void> => {
  await job.run(signal)
  await sleep(200)
}
const busily = (milliseconds: number): void => {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

describe('what work had taken', () => {
  it('is given back once nobody is there to wait for it, and not again until there is more of it', async () => {
    let given = 0
    const job = memory(() => (given += 1))
    busily(300)
    expect([await job.run(signal), given]).toEqual([false, 0])
    await sleep(200)
    expect([await job.run(signal), given]).toEqual([true, 1])
    // Threads that end a little later hold some of it until then.
    for (let after = 1; after <= 4; after++) {
      await sleep(200)
      expect([await job.run(signal), given]).toEqual([after <= 3, Math.min(4, 1 + after)])
    }
    const taken = Buffer.alloc(100_000_000, 1)
    busily(300)
    expect([await job.run(signal), given]).toEqual([false, 4])
    await sleep(200)
    expect([await job.run(signal), given]).toEqual([true, 5])
    expect(taken.at(-1)).toBe(1)
  })

  it('leaves the process smaller: what lies in small pieces between others goes, too', async () => {
    const job = memory()
    await idling(job)
    await job.run(signal)
    const before = process.memoryUsage.rss()
    let pieces: Buffer[] | null = Array.from({ length: 20_000 }, () => Buffer.alloc(10_000, 1))
    const kept = pieces.filter((_, at) => at % 100 === 0)
    const most = process.memoryUsage.rss()
    expect(most - before).toBeGreaterThan(150_000_000)
    pieces = null
    busily(300)
    await idling(job)
    expect(await job.run(signal)).toBe(true)
    expect(process.memoryUsage.rss() - before).toBeLessThan((most - before) / 2)
    expect(kept).toHaveLength(200)
  })
})
