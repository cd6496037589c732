import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'
import { parseAccept } from 'hono/utils/accept'

/** Whether somebody takes gzip, by the Accept-Encoding of the request (RFC 9110 §12.5.3): named, or by a star, and not with weight 0. */
export function takesGzip(accepted: string | undefined): boolean {
  if (accepted === undefined) return false
  const weights = new Map(parseAccept(accepted).map(({ type, q }) => [type.toLowerCase(), q]))
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0
}

/**
 * How few kilobytes are packed on the server's own thread: of records of addresses this level takes half the time of the usual one, and a
 * twentieth to a tenth more bytes.
 */
export const quickly = { level: 1 }

/** Bytes that are packed on the server's own thread: handing them to another would take longer. */
const here = 32 * 1024

const zipped = promisify(gzip)

/**
 * Packs a whole answer: a short one quickly and at once, as a stream that packs takes half a millisecond of this thread before it has packed
 * anything, and some kilobytes at once a tenth of that; a longer one smaller, on another thread.
 */
export const packed = (body: Uint8Array<ArrayBuffer>): Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>> =>
  body.byteLength <= here ? gzipSync(body, quickly) : zipped(body)
