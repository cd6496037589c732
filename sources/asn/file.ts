import { open, readFile, rename, rm } from 'node:fs/promises'
import type { AsnTable } from './table.ts'

/**
 * The compiled table as one file: magic, nine column lengths in bytes, then the columns, each padded to four bytes.
 * Little-endian words as typed arrays have them on every machine Node runs on.
 */
const magic = 0x4e464131
const columns = [
  'starts4',
  'ends4',
  'owners4',
  'starts6',
  'ends6',
  'owners6',
  'asns',
  'nameStarts',
  'names',
] as const satisfies readonly (keyof AsnTable)[]
const headerBytes = 4 * (2 + columns.length)

const padded = (bytes: number): number => (bytes + 3) & ~3

const bytesOf = (array: Uint32Array | Uint8Array): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength)

/** Writes beside, syncs, renames: another process sees the whole file or none. Throws what the disk throws. */
export const writeAsnFile = async (path: string, table: AsnTable): Promise<void> => {
  const lengths = columns.map((column) => table[column].byteLength)
  const total = lengths.reduce((sum, length) => sum + padded(length), headerBytes)
  const file = new Uint8Array(total)
  new Uint32Array(file.buffer, 0, 2 + columns.length).set([magic, total, ...lengths])
  let at = headerBytes
  for (const column of columns) {
    file.set(bytesOf(table[column]), at)
    at += padded(table[column].byteLength)
  }
  const beside = `${path}.${process.pid}.tmp`
  try {
    const handle = await open(beside, 'w', 0o600)
    try {
      await handle.writeFile(file)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

/** The table in the file at `path`; null when there is none, or when it is cut or of another make. */
export const readAsnFile = async (path: string): Promise<AsnTable | null> => {
  let file: Buffer
  try {
    file = await readFile(path)
  } catch {
    return null
  }
  if (file.byteLength < headerBytes) return null
  // readFile may hand out a slice of a pool that is not word-aligned; big files never are, small ones are copied.
  const bytes = file.byteOffset % 4 === 0 ? file : new Uint8Array(file)
  const header = new Uint32Array(bytes.buffer, bytes.byteOffset, 2 + columns.length)
  const lengths = [...header.subarray(2)]
  const total = lengths.reduce((sum, length) => sum + padded(length), headerBytes)
  if (header[0] !== magic || header[1] !== file.byteLength || total !== file.byteLength) return null
  let at = bytes.byteOffset + headerBytes
  const next = (length: number): number => {
    const start = at
    at += padded(length)
    return start
  }
  const [s4, e4, o4, s6, e6, o6, asns, nameStarts, names] = lengths.map((length) => ({
    start: next(length),
    length,
  }))
  const words = (part: { start: number; length: number } | undefined): Uint32Array =>
    new Uint32Array(bytes.buffer, part?.start ?? 0, (part?.length ?? 0) >>> 2)
  return {
    starts4: words(s4),
    ends4: words(e4),
    owners4: words(o4),
    starts6: words(s6),
    ends6: words(e6),
    owners6: words(o6),
    asns: words(asns),
    nameStarts: words(nameStarts),
    names: new Uint8Array(bytes.buffer, names?.start ?? 0, names?.length ?? 0),
  }
}
