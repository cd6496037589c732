import type { Context, MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { takesGzip } from './encoding.ts'
import type { Env } from './env.ts'

/** Answers that are whole in memory; pages, event streams and files for keeping are sent as they come. */
const whole = /^(?:application\/(?:[\w.]+\+)?json|text\/plain)\b/

/** Tells the length of whole answers, so that tiny ones are sent as they are and the rest gzipped. */
const measured: MiddlewareHandler<Env> = async (c, next) => {
  await next()
  const { res } = c
  if (
    c.req.method === 'HEAD' ||
    res.headers.has('content-length') ||
    res.headers.has('content-disposition') ||
    !whole.test(res.headers.get('content-type') ?? '')
  )
    return
  const body = await res.arrayBuffer()
  c.res = new Response(body.byteLength === 0 ? null : body, res)
  c.res.headers.set('content-length', String(body.byteLength))
}

const gzipped = compress({ encoding: 'gzip' })

/** RFC 9110 §12.5.3: what every cache has to know of an answer that another asker would get in another encoding. */
const vary = (c: Context<Env>): void => void c.env.outgoing.setHeader('vary', 'Accept-Encoding')

/**
 * gzip for whoever takes it: pages, scripts, styles and JSON from 1 KB on. A strong ETag becomes a weak one. Who takes none is
 * answered with what the handler made, unread.
 */
export const compressed: MiddlewareHandler<Env> = async (c, next) => {
  vary(c)
  if (!takesGzip(c.req.header('accept-encoding'))) return next()
  await gzipped(c, () => measured(c, next) as Promise<void>)
}
