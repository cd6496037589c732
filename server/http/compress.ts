import type { Context, MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { packed, takesGzip } from './encoding.ts'
import type { Env } from './env.ts'
import { wholeBody } from './whole.ts'

/** Answers that are whole in memory; pages, event streams and files for keeping are sent as they come. */
const whole = /^(?:application\/(?:[\w.]+\+)?json|text\/plain)\b/

/** Bytes of an answer that are worth packing; fewer are sent as they are. */
const worthIt = 1024
/** Bytes that are packed in one piece, on another thread; more are packed as they are sent. */
const atOnce = 512 * 1024

/** Nobody on the way may pack them (RFC 9111 §5.2.2.6), they are packed already, or they are a part of something. */
const mayBePacked = ({ status, headers }: Response): boolean =>
  status !== 206 &&
  !headers.has('content-encoding') &&
  !/\bno-transform\b/i.test(headers.get('cache-control') ?? '')

/** Tells the length of whole answers and packs them; tiny ones stay as they are, very long ones are left to the stream. */
const measured: MiddlewareHandler<Env> = async (c, next) => {
  await next()
  const { res } = c
  const told = Number(res.headers.get('content-length') ?? 0)
  if (
    c.req.method === 'HEAD' ||
    res.headers.has('content-disposition') ||
    !whole.test(res.headers.get('content-type') ?? '') ||
    told > atOnce ||
    (told > 0 && !mayBePacked(res))
  )
    return
  const body = await wholeBody(res)
  const headers = new Headers(res.headers)
  const isPacked = body.byteLength >= worthIt && body.byteLength <= atOnce && mayBePacked(res)
  const bytes = isPacked ? await packed(body) : body
  headers.set('content-length', String(bytes.byteLength))
  if (isPacked) {
    headers.set('content-encoding', 'gzip')
    const tag = headers.get('etag')
    if (tag && !tag.startsWith('W/')) headers.set('etag', `W/${tag}`)
  }
  // Set over another, an answer would be made a stream again and get the other's length.
  c.res = undefined
  c.res = new Response(bytes.byteLength === 0 ? null : bytes, { status: res.status, headers })
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
