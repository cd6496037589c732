import { setTimeout as sleep } from 'node:timers/promises'
import { asksToWait, pauseAfter } from './call-again.ts'
import { call, type Answer, type Connection } from './connection.ts'
import { Exit, exitCodes } from './exit.ts'

export interface Upload {
  path: string
  /** POST without it. */
  method?: 'POST' | 'PUT'
  /** The bytes of the capture; asked for at each attempt, for a body can be sent only once. */
  body: () => Promise<BodyInit> | BodyInit
  headers?: Record<string, string>
  /** Attempts in all; 1 where the body cannot be read twice. */
  attempts: number
  /** Told before each pause. */
  onRetry?: (why: string, pauseSeconds: number) => void
}

/** Nobody listens, as opposed to a connection that broke. */
const isAbsent = (error: Exit): boolean => error.cause === 'ECONNREFUSED'

/**
 * Sends a capture; again after a broken connection, and when the server asks to wait (429, 503). Delivering the same bytes,
 * or the same batch id, twice counts once.
 * @throws Exit 'unreachable' when no attempt was answered; at once when nobody listens at the first one
 */
export async function upload(connection: Connection, wanted: Upload): Promise<Answer> {
  const { path, method = 'POST', body, headers, attempts, onRetry } = wanted
  for (let attempt = 1; ; attempt++) {
    let why: string
    let pause = pauseAfter(attempt)
    try {
      const answer = await call(connection, path, {
        method,
        body: await body(),
        ...(headers && { headers }),
        duplex: 'half',
      })
      if (!asksToWait(answer) || attempt >= attempts) return answer
      // Its own words say what is to be done: a disk that is full waits for nobody.
      const { message } = (answer.body ?? {}) as { message?: unknown }
      why = typeof message === 'string' && message !== '' ? message : `the server answered ${answer.status}`
      pause = pauseAfter(attempt, answer)
    } catch (error) {
      if (!(error instanceof Exit) || error.code !== exitCodes.unreachable || attempt >= attempts) throw error
      if (attempt === 1 && isAbsent(error)) throw error
      why = error.message
    }
    onRetry?.(why, pause)
    await sleep(pause * 1000)
  }
}
