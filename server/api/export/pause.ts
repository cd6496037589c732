import { setTimeout as sleep } from 'node:timers/promises'

/** Bytes of all exports between two pauses of a millisecond: what is left is about what a line of a gigabit takes. */
const bytesAtOnce = 128_000

let passed = 0
let pause = Promise.resolve()

/**
 * What every export of this process waits for after a piece of so many bytes, so that others have the thread and the processors
 * however many files are sent (docs/decisions/0019).
 */
export function pauseAfter(bytes: number): Promise<void> {
  passed += bytes
  if (passed >= bytesAtOnce) {
    passed = 0
    pause = sleep(1)
  }
  return pause
}
