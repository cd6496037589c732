import { PassThrough, pipeline, Readable, type Transform } from 'node:stream'
import { createGunzip, createZstdDecompress, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { SourceRefused } from '../refused.ts'

/** A file as read from disk or fetched, and what it turned out to hold. `name` may have a path before it. */
export interface SourceInput {
  name: string
  bytes: Buffer
}

/** Bytes a file may have as it lies there, and unpacked. */
export const maxPackedBytes = 512 * 1024 ** 2
export const maxUnpackedBytes = 1024 ** 3

/** Told by the first bytes: names of files lie. Both forms end with a checksum, so that a file that was cut is noticed. */
function packingOf(head: Uint8Array): 'gzip' | 'zstd' | 'none' {
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip'
  return head[0] === 0x28 && head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd ? 'zstd' : 'none'
}

const whole: Record<'gzip' | 'zstd' | 'none', (bytes: Buffer, limit: { maxOutputLength: number }) => Buffer> =
  {
    gzip: gunzipSync,
    zstd: zstdDecompressSync,
    none: (bytes) => bytes,
  }
const streams: Record<'gzip' | 'zstd' | 'none', () => Transform> = {
  gzip: createGunzip,
  zstd: createZstdDecompress,
  none: () => new PassThrough(),
}

/**
 * The content of a file that may be packed, at once.
 * @throws SourceRefused
 */
export function unpack({ name, bytes }: SourceInput, maxBytes = maxUnpackedBytes): SourceInput {
  const plain = { name: name.replace(/\.(gz|zst)$/, ''), bytes }
  const limit = { maxOutputLength: maxBytes }
  try {
    plain.bytes = whole[packingOf(bytes)](bytes, limit)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    throw new SourceRefused(
      code === 'ERR_BUFFER_TOO_LARGE'
        ? `unpacks to more than ${maxBytes} bytes`
        : `cannot be unpacked: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  return plain
}

/**
 * The same as it comes, `maxBytes` at most (a small file may unpack to terabytes).
 * @throws SourceRefused
 */
export async function* unpacked(
  file: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  const source = file[Symbol.asyncIterator]()
  const first = await firstBytes(source)
  const packed = Readable.from(
    (async function* () {
      yield first
      for (;;) {
        const { done, value } = await source.next()
        if (done) return
        yield value
      }
    })(),
  )
  // The callback form: an error reaches the loop below through the stream, not as an unhandled rejection.
  const out = pipeline(packed, streams[packingOf(first)](), () => undefined)
  let bytes = 0
  try {
    for await (const chunk of out as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new SourceRefused(`The file holds more than ${maxBytes} bytes.`)
      yield chunk
    }
  } catch (error) {
    if (error instanceof SourceRefused) throw error
    throw new SourceRefused(`The file cannot be unpacked: ${(error as Error).message}.`)
  }
}

/** At least four bytes, unless the file is shorter. @throws SourceRefused when it is empty */
async function firstBytes(source: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let head = Buffer.alloc(0)
  while (head.length < 4) {
    const { done, value } = await source.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  if (head.length === 0) throw new SourceRefused('The file is empty.')
  return head
}
