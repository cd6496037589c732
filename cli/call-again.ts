import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, call, type Connection } from './connection.ts'

const attempts = 5
const maxPauseSeconds = 30

/** Whether the server asks to wait: for one's own count, or because others take what there is. */
export const asksToWait = ({ status }: Answer): boolean => status === 429 || status === 503

/** Seconds before the next attempt, after so many. */
export const pauseAfter = (attempt: number, { retryAfter = 0 }: Pick<Answer, 'retryAfter'> = {}): number =>
  Math.min(maxPauseSeconds, Math.max(retryAfter, 2 ** (attempt - 1)))

/** One call, made again where the server asks to wait. @returns its last answer */
export async function callAgain(
  connection: Connection,
  path: string,
  init: RequestInit = {},
): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await call(connection, path, init)
    if (!asksToWait(answer) || attempt >= attempts) return answer
    await sleep(1000 * pauseAfter(attempt, answer), undefined, {
      ...(init.signal && { signal: init.signal }),
    })
  }
}
