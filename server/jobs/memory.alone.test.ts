import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { memory } from './memory.ts'

const { signal } = new AbortController()

describe('what work had taken', () => {
  it('is given back once nobody is there to wait for it, and not again until there is more of it', async () => {
    const megabytes = 1_000_000
    const state = { busyShare: 0.5, resident: 300 * megabytes, given: 0, threads: 0 }
    const threads = { giveBack: async () => void (state.threads += 1) }
    const job = memory(threads, {
      busyShare: () => state.busyShare,
      resident: () => state.resident,
      giveBack() {
        state.given += 1
        // What threads gave back is counted with the rest.
        expect(state.threads).toBe(state.given)
        state.resident = 200 * megabytes
      },
    })
    expect([await job.run(signal), state.given]).toEqual([false, 0])
    state.busyShare = 0.01
    expect([await job.run(signal), state.given]).toEqual([true, 1])
    // Threads that end a little later hold some of it until then.
    for (let after = 1; after <= 4; after++)
      expect([await job.run(signal), state.given]).toEqual([after <= 3, Math.min(4, 1 + after)])
    state.resident = 231 * megabytes
    expect([await job.run(signal), state.given]).toEqual([false, 4])
    state.resident = 233 * megabytes
    state.busyShare = 0.5
    expect([await job.run(signal), state.given]).toEqual([false, 4])
    state.busyShare = 0.01
    expect([await job.run(signal), state.given]).toEqual([true, 5])
  })

  it('leaves the process smaller: what lies in small pieces between others goes, too', async () => {
    const job = memory({ giveBack: async () => undefined })
    const before = process.memoryUsage.rss()
    let pieces: Buffer[] | null = Array.from({ length: 20_000 }, () => Buffer.alloc(10_000, 1))
    const kept = pieces.filter((_, at) => at % 100 === 0)
    const max = process.memoryUsage.rss()
    expect(max - before).toBeGreaterThan(150_000_000)
    pieces = null
    // What is collected is swept by threads, a little later: a later round gives it back.
    const left = async (): Promise<number> => {
      await sleep(200)
      await job.run(signal)
      return process.memoryUsage.rss() - before
    }
    await expect.poll(left).toBeLessThan((max - before) / 2)
    expect(kept).toHaveLength(200)
  })
})
