import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Log } from '#store/log.ts'
import type { Env } from './env.ts'
import type { Metrics } from './metrics.ts'

/** Gives each request its id, its logger, its log line and its measurements. Query texts stay out of the log. */
export function requests(log: Log, observe: Observe): MiddlewareHandler<Env> {
  return async (c, next) => {
    const started = performance.now()
    const requestId = randomUUID()
    c.set('requestId', requestId)
    c.set('log', logOf(log, requestId))
    // On the answer itself: to change the headers of a finished Response copies its body.
    c.env.outgoing.setHeader('x-request-id', requestId)
    await next()
    const seconds = (performance.now() - started) / 1000
    const { method, routePath: route } = c.req
    const { status } = c.res
    observe({ requestId, method, route, status, seconds })
  }
}

/** Measures and logs a request that was answered. */
export type Observe = (answered: {
  requestId: string
  method: string
  route: string
  status: number
  seconds: number
}) => void

/** Answers of one kind, and what measures them. */
interface Labelled {
  method: string
  route: string
  status: number
  of: { observe(seconds: number): void }
}

/** Labels are resolved once for each kind of answer, of which there are some hundreds. */
export function observer(log: Log, { requests: all }: Pick<Metrics, 'requests'>): Observe {
  const known = new Map<string, Labelled>()
  let last: Labelled | undefined
  function labelled(method: string, route: string, status: number): Labelled {
    // Most follow one of their kind.
    if (last?.status === status && last.route === route && last.method === method) return last
    const key = `${method} ${route} ${status}`
    let one = known.get(key)
    if (!one)
      known.set(
        key,
        (one = { method, route, status, of: all.labels({ method, route, status: String(status) }) }),
      )
    return (last = one)
  }
  return ({ requestId, method, route, status, seconds }) => {
    labelled(method, route, status).of.observe(seconds)
    log.debug({ requestId, method, route, status, ms: Math.round(seconds * 1000) }, 'request')
  }
}

/** A logger that names the request, made when there is something to say. */
function logOf(log: Log, requestId: string): Log {
  let child: Log | undefined
  const named = (): Log => (child ??= log.child({ requestId }))
  return {
    debug: (...said) => named().debug(...said),
    info: (...said) => named().info(...said),
    warn: (...said) => named().warn(...said),
    error: (...said) => named().error(...said),
    child: (fields) => named().child(fields),
  }
}
