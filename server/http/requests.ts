import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Log } from '#store/log.ts'
import type { Env } from './env.ts'
import type { Metrics } from './metrics.ts'

/** Gives each request its id, its logger, its log line and its measurements. Query texts stay out of the log. */
export function requests(log: Log, metrics: Metrics): MiddlewareHandler<Env> {
  return async (c, next) => {
    const started = performance.now()
    const requestId = randomUUID()
    c.set('requestId', requestId)
    c.set('log', log.child({ requestId }))
    await next()
    c.header('x-request-id', requestId)
    const seconds = (performance.now() - started) / 1000
    const route = c.req.routePath
    metrics.requests.observe({ method: c.req.method, route, status: String(c.res.status) }, seconds)
    c.var.log.debug(
      { method: c.req.method, route, status: c.res.status, ms: Math.round(seconds * 1000) },
      'request',
    )
  }
}
