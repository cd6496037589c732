import { setTimeout as sleep } from 'node:timers/promises'

/** Bytes of all exports between two pauses of a millisecond: what is left is about what a line of a gigabit takes. */
const bytesAtOnce = 128_000

/**
 * Lets others have this thread and the processors while files are sent, however many. Taken as fast as the engine makes it, 235 MB a
 * second on one machine, one look-up in ten took more than 11 ms meanwhile, and one in ten more than 2 otherwise.
 */
export function pausing(): (bytes: number) => Promise<void> {
  let passed = 0
  let pause = Promise.resolve()
  return (bytes) => {
    passed += bytes
    if (passed >= bytesAtOnce) {
      passed = 0
      pause = sleep(1)
    }
    return pause
  }
}

/** What exports of this process wait for after each piece. */
export const pauseAfter = pausing()
