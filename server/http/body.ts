import type { IncomingMessage } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import { refuse } from '#model/errors.ts'
import type { Env } from './env.ts'

/** 10,000 addresses of the longest spelling fit in twice. */
const limit = 1_500_000

/** Calls whose body is a stream with a limit of its own. */
const isStreamed = (method: string, path: string): boolean =>
  path === '/api/ingest/captures' || (method === 'PUT' && /^\/api\/sources\/[^/]+$/.test(path))

/** The body as it arrives. Leaving it early leaves the connection whole, so that the answer can still be sent. */
export const bodyOf = ({ incoming }: { incoming: IncomingMessage }): AsyncIterable<Uint8Array> =>
  incoming.iterator({ destroyOnReturn: false })

/**
 * Bounds every body that is read into memory, and takes one whose type nobody tells for JSON (RFC 9110 §8.3 leaves the
 * guess to whoever reads): nothing else is read here. @throws Refusal 'too-large'
 */
export const boundedBody: MiddlewareHandler<Env> = async (c, next) => {
  const { method, path } = c.req
  if (method !== 'GET' && method !== 'HEAD' && !isStreamed(method, path)) {
    if (!c.req.header('content-type') && hasBody(c)) c.req.raw.headers.set('content-type', 'application/json')
    if (Number(c.req.header('content-length') ?? 0) > limit) throw tooLarge()
    // Without a length it is known only after reading.
    if (c.req.header('transfer-encoding') !== undefined) c.req.raw = await readWhole(c)
  }
  await next()
}

const hasBody = ({ req }: Context<Env>): boolean =>
  req.header('transfer-encoding') !== undefined || Number(req.header('content-length') ?? 0) > 0

const tooLarge = () => refuse('too-large', `The body of this call may hold ${limit} bytes.`, { limit })

/** A streamed body in memory. @throws Refusal 'too-large' */
async function wholeBody(c: Context<Env>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of bodyOf(c.env)) {
    bytes += chunk.length
    if (bytes > limit) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const readWhole = async (c: Context<Env>): Promise<Request> =>
  new Request(c.req.url, {
    method: c.req.method,
    headers: c.req.header(),
    body: Buffer.from(await wholeBody(c)),
  })
