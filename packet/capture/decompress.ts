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
 * Decompresses concatenated members or frames. A broken or cut stream yields what came before the damage and then
 * calls `broken` instead of throwing.
 */
export async function* decompress(
  source: AsyncIterable<Uint8Array>,
  compression: 'gzip' | 'zstd',
  broken: () => void,
): AsyncGenerator<Uint8Array> {
  const engine = compression === 'gzip' ? createGunzip() : createZstdDecompress()
  let out: Uint8Array[] = []
  const state = { failed: false }
  engine.on('data', (bytes: Uint8Array) => out.push(bytes))
  engine.on('error', () => (state.failed = true))
  const closed = new Promise<void>((resolve) => engine.once('close', resolve))
  try {
    for await (const chunk of source) {
      for (let at = 0; at < chunk.length && !state.failed; at += slice[compression]) {
        const part = chunk.subarray(at, at + slice[compression])
        await Promise.race([new Promise<void>((done) => engine.write(part, () => done())), closed])
        yield* out
        out = []
      }
      if (state.failed) break
    }
    if (!state.failed) engine.end()
    await Promise.race([new Promise<void>((done) => engine.once('end', done)), closed])
    yield* out
    if (state.failed) broken()
  } finally {
    engine.destroy()
  }
}
