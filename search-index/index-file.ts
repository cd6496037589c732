import { closeSync, fsyncSync, openSync, readSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { type Encoded, decode, encode } from './plain-buffers.ts'
import type { Segment } from './segment.ts'

/**
 * The segments of an index as a file, so that a start reads them back instead of every document. It says what the index was made
 * from (`manifest`); whether that is what the store holds now is for the reader to find out. Layout: the mark, the length of a
 * head in JSON, the head, all buffers one after the other, and a CRC-32 of everything before it.
 */
export interface SavedIndex {
  manifest: unknown
  /** The base, and the delta segments above it, oldest first. */
  segments: { number: number; segment: Segment }[]
}

interface Head {
  /** What made it: a file of another release, or of other columns, is none. */
  key: string
  sizes: number[]
  content: Encoded
}

const mark = Buffer.from('NFINDEX1')
const lengthBytes = 4

/**
 * Writes the file as a whole or not at all; what lay there before stays until it is complete, and of what was not completed nothing
 * stays. @throws what the system says
 */
export function writeIndexFile(path: string, key: string, index: SavedIndex): void {
  const buffers: Uint8Array[] = []
  const content = encode(index, buffers)
  const head: Head = { key, sizes: buffers.map(({ byteLength }) => byteLength), content }
  const json = Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32LE(json.length)
  const fresh = `${path}.new`
  try {
    writeSummed(fresh, [mark, length, json, ...buffers])
    renameSync(fresh, path)
  } catch (error) {
    rmSync(fresh, { force: true })
    throw error
  }
}

function writeSummed(path: string, pieces: readonly Uint8Array[]): void {
  const file = openSync(path, 'w', 0o600)
  try {
    let sum = 0
    for (const piece of pieces) {
      sum = crc32(piece, sum)
      writeWhole(file, piece)
    }
    const last = Buffer.alloc(lengthBytes)
    last.writeUInt32LE(sum)
    writeWhole(file, last)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** null where there is no such file, or any byte of it is not what was written. */
export function readIndexFile(path: string, key: string): SavedIndex | null {
  try {
    return read(path, key)
  } catch {
    return null
  }
}

function read(path: string, key: string): SavedIndex | null {
  const { size } = statSync(path)
  const file = openSync(path, 'r')
  try {
    let [sum, left] = [0, size]
    const next = (bytes: Uint8Array): Uint8Array => {
      if (bytes.byteLength > left) throw new RangeError('The file ends early.')
      left -= bytes.byteLength
      readWhole(file, bytes)
      return bytes
    }
    const summed = (bytes: Uint8Array): Uint8Array => {
      sum = crc32(next(bytes), sum)
      return bytes
    }
    if (!mark.equals(summed(Buffer.alloc(mark.length)))) return null
    const length = Buffer.from(summed(new Uint8Array(lengthBytes)).buffer).readUInt32LE()
    if (length > left) return null
    const head = JSON.parse(Buffer.from(summed(new Uint8Array(length)).buffer).toString()) as Head
    // Nothing is made room for before it is known to be there.
    if (head.key !== key || head.sizes.reduce((all, one) => all + one, lengthBytes) !== left) return null
    const buffers = head.sizes.values()
    const index = decode(head.content, (make) => summed(make(buffers.next().value ?? 0))) as SavedIndex
    return Buffer.from(next(new Uint8Array(lengthBytes)).buffer).readUInt32LE() === sum ? index : null
  } finally {
    closeSync(file)
  }
}

/** One call of the system takes and gives at most two gigabytes, and may stop earlier. */
const atOnce = 2 ** 30

function writeWhole(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.byteLength;)
    at += writeSync(file, bytes, at, Math.min(atOnce, bytes.byteLength - at))
}

function readWhole(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.byteLength;) {
    const got = readSync(file, bytes, at, Math.min(atOnce, bytes.byteLength - at), null)
    if (got === 0) throw new RangeError('The file ends early.')
    at += got
  }
}
