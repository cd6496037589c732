import { promisify } from 'node:util'
import * as zlib from 'node:zlib'

export type Encoding = 'zstd' | 'gzip'

export const fileEnds: Record<Encoding, string> = { zstd: 'pcapng.zst', gzip: 'pcapng.gz' }

const gzip = promisify(zlib.gzip)
// Node 20 has no zstd.
const zstd = typeof zlib.zstdCompress === 'function' ? promisify(zlib.zstdCompress) : null

export async function compress(bytes: Uint8Array): Promise<{ encoding: Encoding; bytes: Uint8Array }> {
  return zstd
    ? { encoding: 'zstd', bytes: await zstd(bytes) }
    : { encoding: 'gzip', bytes: await gzip(bytes, { level: 4 }) }
}
