import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'

export interface SentFile {
  path: string
  /** Strong validator: of a file that never changes, its hash. */
  etag: string
  headers: Record<string, string>
}

/**
 * A file of the disk as an answer, whole or one range of it (RFC 9110 §14), so that a download that broke off goes on. Ranges of several
 * parts, which nobody needs here, are answered as a whole file, as §14.2 allows.
 */
export async function sendFileRange(request: Request, { path, etag, headers }: SentFile): Promise<Response> {
  const { size } = await stat(path)
  const common = { ...headers, etag: `"${etag}"`, 'accept-ranges': 'bytes' }
  const ifRange = request.headers.get('if-range')
  const asked = ifRange === null || ifRange === `"${etag}"` ? request.headers.get('range') : null
  const range = asked === null ? null : rangeOf(asked, size)
  if (range === 'beyond')
    return new Response(null, { status: 416, headers: { ...common, 'content-range': `bytes */${size}` } })
  const { first, last } = range ?? { first: 0, last: size - 1 }
  const body = size === 0 ? null : bodyOf(path, first, last)
  return new Response(body, {
    status: range ? 206 : 200,
    headers: {
      ...common,
      'content-length': String(last - first + 1),
      ...(range && { 'content-range': `bytes ${first}-${last}/${size}` }),
    },
  })
}

const bodyOf = (path: string, start: number, end: number): ReadableStream<Uint8Array> =>
  Readable.toWeb(createReadStream(path, { start, end })) as ReadableStream<Uint8Array>

/** null for what is not one range of bytes, and is ignored (RFC 9110 §14.2). */
export function rangeOf(text: string, size: number): { first: number; last: number } | 'beyond' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(text.replaceAll(/\s/g, '')) ?? []
  if (from === '' && to === '') return null
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? 'beyond' : { first: size - length, last: size - 1 }
  }
  const [first, last] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)]
  if (first >= size) return 'beyond'
  return first > last ? null : { first, last }
}
