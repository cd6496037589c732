import { setTimeout as pause } from 'node:timers/promises'

/** Much longer than what differs: a few writes and a mail. */
const stepMs = 250

/** Answers at whole steps of time: how long it took does not tell which of two things was done. */
export async function inSteps<T>(run: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  const answer = await run()
  await pause(stepMs - ((performance.now() - begun) % stepMs))
  return answer
}
