import type { MiddlewareHandler } from 'hono'
import type { Env } from './env.ts'

/** Headers every answer carries; pages add their content security policy (server/pages). */
export const safeHeaders: MiddlewareHandler<Env> = async (c, next) => {
  await next()
  c.header('x-content-type-options', 'nosniff')
  c.header('referrer-policy', 'same-origin')
  c.header('cross-origin-opener-policy', 'same-origin')
  c.header('cross-origin-resource-policy', 'same-origin')
  c.header('x-request-id', c.var.requestId)
}
