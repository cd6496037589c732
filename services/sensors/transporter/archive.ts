import { gzipSync } from 'node:zlib'

/** A file of an archive. */
export interface Entry {
  name: string
  bytes: Uint8Array
  /** Permissions, as 0o644. */
  mode: number
}

const block = 512

/** tar (POSIX ustar) and gzip, without times and owners: the same files are always the same bytes. Names have 100 bytes at most. */
export const archiveOf = (entries: readonly Entry[]): Buffer =>
  gzipSync(
    Buffer.concat([
      ...entries.flatMap(({ name, bytes, mode }) => [
        headOf(name, bytes.length, mode),
        bytes,
        Buffer.alloc((block - (bytes.length % block)) % block),
      ]),
      Buffer.alloc(2 * block),
    ]),
    { level: 9 },
  )

function headOf(name: string, size: number, mode: number): Buffer {
  const head = Buffer.alloc(block)
  const octal = (value: number, at: number, length: number): void =>
    void head.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1')
  head.write(name, 0, 100, 'utf8')
  octal(mode, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(size, 124, 12)
  octal(0, 136, 12)
  // The sum is taken with spaces in its place.
  head.fill(' ', 148, 156)
  head.write('0ustar\u000000', 156, 'latin1')
  octal(
    head.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  )
  return head
}
