import { PassThrough, pipeline, Readable, type Transform } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import type { Bytes } from '../../cve/source.ts'
import { SourceRefused } from '../../refused.ts'

/** By the first bytes: names of files lie. */
const unpacker = (head: Uint8Array): Transform => {
  if (head[0] === 0x1f && head[1] === 0x8b) return createGunzip()
  if (head[0] === 0x28 && head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd)
    return createZstdDecompress()
  return new PassThrough()
}

/**
 * The content of a file that may be gzip or Zstandard, `most` bytes at most (a small file may unpack to terabytes).
 * Both formats end with a checksum, so a cut one is noticed.
 * @throws SourceRefused
 */
export async function* unpacked(file: Bytes, most: number): AsyncGenerator<Uint8Array> {
  const source = file[Symbol.asyncIterator]()
  const first = await firstBytes(source)
  const whole = Readable.from(
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
  const out = pipeline(whole, unpacker(first), () => undefined)
  let bytes = 0
  try {
    for await (const chunk of out as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > most) throw new SourceRefused(`The file holds more than ${most} bytes.`)
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
