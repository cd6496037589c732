import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { SourceRefused } from '../refused.ts'

/** A file as read from disk or fetched, and what it turned out to hold. `name` may have a path before it. */
export interface SourceInput {
  name: string
  bytes: Buffer
}

/** Bytes a file may have as it lies there, and unpacked. */
export const maxPackedBytes = 512 * 1024 ** 2
export const maxUnpackedBytes = 1024 ** 3

const magic = { gzip: Buffer.from([0x1f, 0x8b]), zstd: Buffer.from([0x28, 0xb5, 0x2f, 0xfd]) }

/**
 * The content of a file that may be packed (told by its first bytes, not by its name). A file that was cut fails here:
 * the packed forms end with a checksum.
 * @throws SourceRefused
 */
export function unpack({ name, bytes }: SourceInput, most = maxUnpackedBytes): SourceInput {
  const plain = { name: name.replace(/\.(gz|zst)$/, ''), bytes }
  const limit = { maxOutputLength: most }
  try {
    if (bytes.subarray(0, 2).equals(magic.gzip)) plain.bytes = gunzipSync(bytes, limit)
    else if (bytes.subarray(0, 4).equals(magic.zstd)) plain.bytes = zstdDecompressSync(bytes, limit)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    throw new SourceRefused(
      code === 'ERR_BUFFER_TOO_LARGE'
        ? `unpacks to more than ${most} bytes`
        : `cannot be unpacked: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  return plain
}
