import { createGunzip, createZstdDecompress } from 'node:zlib'

export type Compression = 'none' | 'gzip' | 'zstd'

/** Chosen by the first four bytes: RFC 1952 §2.3.1, RFC 8878 §3.1.1 (also its skippable frames). */
export function compressionOf(magic: number): Compression {
  if (magic >>> 16 === 0x1f8b) return 'gzip'
  if (magic === 0x28b52ffd || (magic & 0xf0ffffff) >>> 0 === 0x502a4d18) return 'zstd'
  return 'none'
}

/**
 * Input handed to the engine at once. It bounds what one step can blow up to (deflate 1000 to 1, zstd some 30000
 * to 1) and what is lost of the output where the stream turns out to be broken.
 */
const slice = { gzip: 4096, zstd: 1024 } as const

/**
 * Frames of zstd that one content may be made of, for each begins an engine of its own: a few bytes that hold nothing cost as much as a
 * hundred kilobytes. What packs in parallel or by blocks makes some thousands of the largest content. (Members of gzip cost nothing.)
 */
const mostFrames = 20_000

/**
 * Decompresses concatenated members or frames. A broken or cut stream, or one of too many frames, yields what came before and then
 * calls `broken` instead of throwing.
 */
export async function* decompress(
  source: AsyncIterable<Uint8Array>,
  compression: 'gzip' | 'zstd',
  broken: () => void,
  maxFrames = mostFrames,
): AsyncGenerator<Uint8Array> {
  let engine = new Engine(compression)
  let frames = 1
  try {
    for await (const chunk of source) {
      for (let at = 0; at < chunk.length;) {
        const part = chunk.subarray(at, at + slice[compression])
        const taken = await engine.write(part)
        at += taken
        yield* engine.output()
        if (engine.failed) return broken()
        if (taken === part.length) continue
        // The member is complete and something follows it: padding with zeros, or the next one.
        if (chunk[at] === 0) return
        frames += 1
        if (frames > maxFrames) return broken()
        engine.close()
        engine = new Engine(compression)
      }
    }
    await engine.end()
    yield* engine.output()
    if (engine.failed) broken()
  } finally {
    engine.close()
  }
}

/** One of zlib's streams, written to step by step so that no output is lost when a later step fails. */
class Engine {
  failed = false
  readonly #stream
  readonly #closed: Promise<void>
  #out: Uint8Array[] = []

  constructor(compression: 'gzip' | 'zstd') {
    this.#stream = compression === 'gzip' ? createGunzip() : createZstdDecompress()
    this.#stream.on('data', (bytes: Uint8Array) => this.#out.push(bytes))
    this.#stream.on('error', () => (this.failed = true))
    this.#closed = new Promise((resolve) => this.#stream.once('close', resolve))
  }

  /** Returns how many bytes were taken: fewer when the member ended before. */
  async write(part: Uint8Array): Promise<number> {
    const before = this.#stream.bytesWritten
    const written = new Promise<void>((resolve) => this.#stream.write(part, () => resolve()))
    await Promise.race([written, this.#closed])
    return this.#stream.bytesWritten - before
  }

  async end(): Promise<void> {
    const ended = new Promise<void>((resolve) => this.#stream.once('end', resolve))
    this.#stream.end()
    await Promise.race([ended, this.#closed])
  }

  output(): Uint8Array[] {
    const out = this.#out
    this.#out = []
    return out
  }

  close(): void {
    this.#stream.destroy()
  }
}
