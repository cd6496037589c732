import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds, much longer than what differs: a few writes and a mail. */
const step = 250

/** What tells the time, and waits; milliseconds. */
export interface Time {
  now(): number
  wait(ms: number): Promise<unknown>
}

const real: Time = { now: () => performance.now(), wait: (ms) => pause(ms) }

/** Answers at whole steps of time: how long it took does not tell which of two things was done. */
export async function inSteps<T>(run: () => Promise<T>, { now, wait }: Time = real): Promise<T> {
  const begun = now()
  const answer = await run()
  await wait(step - ((now() - begun) % step))
  return answer
}
