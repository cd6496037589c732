import type { MiddlewareHandler } from 'hono'
import type { Env } from './env.ts'

/**
 * HEAD is answered by what answers GET, and nobody reads that body: it is ended, so that what it holds (a place among the exports, an open
 * file, a statement of the engine) is given back (RFC 9110 §9.3.2).
 */
export const headAlone: MiddlewareHandler<Env> = async (c, next) => {
  await next()
  if (c.req.method === 'HEAD') await c.res.body?.cancel()
}
