import type { MiddlewareHandler } from 'hono'
import type { Env } from './env.ts'

/** Nobody waits for the answer any more: no failure, and nothing to report. */
export class HungUp extends Error {
  constructor() {
    super('The caller hung up.')
    this.name = 'HungUp'
  }
}

/** What the measurements call it (nobody sees the answer). */
export const hungUpStatus = 499

/**
 * `signal` ends when the connection closes before the answer was sent, or with a refusal that is the answer; what works for
 * the caller ends with it.
 */
export const untilHungUp: MiddlewareHandler<Env> = async (c, next) => {
  const caller = new AbortController()
  const { outgoing, stopping } = c.env
  const stop = (): void => caller.abort(stopping.reason)
  stopping.addEventListener('abort', stop)
  outgoing.once('close', () => {
    stopping.removeEventListener('abort', stop)
    if (!outgoing.writableFinished) caller.abort(new HungUp())
  })
  c.set('signal', caller.signal)
  c.set('end', (refusal) => caller.abort(refusal))
  await next()
}
