import type { MiddlewareHandler } from 'hono'
import { refuse } from '#model/errors.ts'
import type { Env } from './env.ts'

/** Nobody waits for the answer any more: no failure, and nothing to report. */
export class HungUp extends Error {
  constructor() {
    super('The caller hung up.')
    this.name = 'HungUp'
  }
}

/** Milliseconds in which somebody whose body stands still is answered. */
const answerMs = 5000

/** What the measurements call it (nobody sees the answer). */
export const hungUpStatus = 499

/**
 * `signal` ends when the connection closes before the answer was sent, or with a refusal that is the answer (as where a body stands still,
 * listener.ts); what works for the caller ends with it.
 */
export const untilHungUp: MiddlewareHandler<Env> = async (c, next) => {
  const caller = new AbortController()
  const { incoming, outgoing, stopping } = c.env
  const stop = (): void => caller.abort(stopping.reason)
  stopping.addEventListener('abort', stop)
  // Who listens to it keeps Node from cutting the connection without a word.
  let late: NodeJS.Timeout | undefined
  const stoodStill = (): void => {
    late = setTimeout(() => incoming.destroy(), answerMs)
    const seconds = Math.round((incoming.socket.timeout ?? 0) / 1000)
    caller.abort(refuse('too-slow', `Nothing of the body came for ${seconds} seconds, and it is not whole.`))
  }
  incoming.once('timeout', stoodStill)
  outgoing.once('close', () => {
    clearTimeout(late)
    incoming.off('timeout', stoodStill)
    stopping.removeEventListener('abort', stop)
    if (!outgoing.writableFinished) caller.abort(new HungUp())
  })
  c.set('signal', caller.signal)
  c.set('end', (refusal) => caller.abort(refusal))
  await next()
}
