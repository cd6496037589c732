import { constants, deflateRawSync, inflateRawSync } from 'node:zlib'

/**
 * The records of some rows as the engine wrote them in Native format (each its length, then its bytes), compressed a few
 * neighbours at a time: neighbours share country, network and owner, and a page unpacks some fifty groups at most. Of so few kilobytes
 * zstd takes as many bytes as deflate, and twice the time to unpack, most of it to get ready.
 */
export interface Packed {
  /** Rows. */
  rows: number
  /** Group g: bytes.slice(ends[g - 1], ends[g]), of `perGroup` rows; the last may have fewer. */
  bytes: Uint8Array
  ends: Uint32Array
  /** Bytes of each group when it is unpacked. */
  sizes: Uint32Array
}

/** Records of a segment's documents, in blocks of the rows it was made from. */
export interface Records {
  blocks: (Packed & { first: number })[]
  /** The row of each document; null where they are the same. */
  rows: Uint32Array | null
}

const perGroup = 8

/** Numbers in memory that all threads see: what the server's own thread reads as well (stored-records.ts). */
export const sharedNumbers = (length: number): Uint32Array =>
  new Uint32Array(new SharedArrayBuffer(length * Uint32Array.BYTES_PER_ELEMENT))

/**
 * How far back deflate looks, as a power of two: no further than the group goes. Each call makes that much memory ready anew, which for a
 * few kilobytes takes longer than to unpack them, and has garbage collected early.
 */
const windowBitsOf = (bytes: number): number =>
  Math.min(constants.Z_MAX_WINDOWBITS, Math.max(9, 32 - Math.clz32(bytes)))

/** `starts`: where each row's length stands in `answer`, and where the last row ends. */
export function pack(answer: Uint8Array, starts: Uint32Array): Packed {
  const rows = starts.length - 1
  const groups: Buffer[] = []
  const count = Math.ceil(rows / perGroup)
  const [ends, sizes] = [sharedNumbers(count), sharedNumbers(count)]
  let total = 0
  for (const group of ends.keys()) {
    const last = Math.min(rows, (group + 1) * perGroup)
    const written = answer.subarray(starts[group * perGroup], starts[last])
    const packed = deflateRawSync(written, { windowBits: windowBitsOf(written.length) })
    groups.push(packed)
    ends[group] = total += packed.length
    sizes[group] = written.length
  }
  const bytes = new Uint8Array(new SharedArrayBuffer(total))
  for (const [group, packed] of groups.entries()) bytes.set(packed, ends[group - 1] ?? 0)
  return { rows, bytes, ends, sizes }
}

/** Some rows of each, ascending, one after the other. */
export function packSome(parts: readonly { packed: Packed; rows: Uint32Array }[]): Packed {
  const read = reader(unpack)
  const texts = parts.flatMap(({ packed, rows }) => Array.from(rows, (row) => read(packed, row)))
  const starts = new Uint32Array(texts.length + 1)
  for (const [at, text] of texts.entries()) starts[at + 1] = starts[at]! + text.length
  return pack(Buffer.concat(texts), starts)
}

/** Reads records of a segment's documents, quickest in ascending order: a group is unpacked once for neighbours. */
export function recordReader({ blocks, rows }: Records): (document: number) => Uint8Array {
  const read = reader(unpackOrKept)
  return (document) => {
    const row = rows ? rows[document]! : document
    const block = blocks[blockOf(blocks, row)]
    if (!block) throw new RangeError(`There is no record ${document}.`)
    const written = read(block, row - block.first)
    return written.subarray(lengthAt(written, 0).at)
  }
}

/** The last block that begins at or before the row. */
function blockOf(blocks: Records['blocks'], row: number): number {
  let [low, high] = [0, blocks.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (blocks[middle]!.first <= row) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** One byte more than there are, or zlib would ask for room for others. */
const unpack = ({ bytes, ends, sizes }: Packed, group: number): Buffer =>
  inflateRawSync(bytes.subarray(ends[group - 1] ?? 0, ends[group]), {
    windowBits: windowBitsOf(sizes[group]!),
    chunkSize: Math.max(constants.Z_MIN_CHUNK, sizes[group]! + 1),
  })

/** Groups unpacked of late, each in the place of its number: many pages show the same documents, those seen last. */
const kept: { packed: WeakRef<Packed>; group: number; bytes: Buffer }[] = []
/** Of a thread: 4 MB at most. */
const keptGroups = 128
const maxKeptBytes = 32 * 1024

function unpackOrKept(packed: Packed, group: number): Buffer {
  const place = group % keptGroups
  const found = kept[place]
  // A segment that was replaced is not held by what was read of it.
  if (found?.group === group && found.packed.deref() === packed) return found.bytes
  const bytes = unpack(packed, group)
  if (bytes.length <= maxKeptBytes) kept[place] = { packed: new WeakRef(packed), group, bytes }
  return bytes
}

/** Gives rows with their lengths before them. */
function reader(unpackGroup: typeof unpack): (packed: Packed, row: number) => Buffer {
  let unpacked: { packed: Packed; group: number; bytes: Buffer } | null = null
  return (packed, row) => {
    const group = Math.floor(row / perGroup)
    if (unpacked?.packed !== packed || unpacked.group !== group)
      unpacked = { packed, group, bytes: unpackGroup(packed, group) }
    const { bytes } = unpacked
    let start = 0
    for (let before = row % perGroup; before > 0; before -= 1) start = endOf(bytes, start)
    return bytes.subarray(start, endOf(bytes, start))
  }
}

function endOf(bytes: Uint8Array, start: number): number {
  const { length, at } = lengthAt(bytes, start)
  return at + length
}

/** A length in seven bits a byte, the lowest first, and where it ends. */
export function lengthAt(bytes: Uint8Array, start: number): { length: number; at: number } {
  let length = 0
  for (let at = start, scale = 1; at < bytes.length; at += 1, scale *= 128) {
    length += (bytes[at]! & 127) * scale
    if (bytes[at]! < 128) return { length, at: at + 1 }
  }
  throw new RangeError('A length was cut short.')
}
