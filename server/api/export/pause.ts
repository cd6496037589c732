import { setTimeout as sleep } from 'node:timers/promises'

/** Bytes between two pauses of a millisecond: what is left is more than a line of a gigabit takes. */
const bytesAtOnce = 128_000

/**
 * Lets others have this thread and the processors while a file is sent. Taken as fast as the engine makes it, 235 MB a second
 * on one machine, every second look-up waited for it, one in ten for more than 11 ms.
 */
export function pausing(): (bytes: number) => Promise<void> {
  let passed = 0
  return async (bytes) => {
    passed += bytes
    if (passed < bytesAtOnce) return
    passed = 0
    await sleep(1)
  }
}
