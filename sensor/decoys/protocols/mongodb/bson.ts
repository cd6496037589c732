/** As much of BSON (bsonspec.org) as questions to a server are made of. */
export type Value =
  | string
  | number
  | boolean
  | null
  | Value[]
  | { [name: string]: Value }
  | { int64: number }
  | { date: number }
export type Document = { [name: string]: Value }

const mostElements = 200
const deepest = 8

/** Reads a document; of types that no question needs only the name is kept. @returns null for what is none */
export function readDocument(bytes: Buffer, depth = 0): Document | null {
  const document: Document = {}
  if (bytes.length < 5 || depth > deepest) return null
  let at = 4
  for (let count = 0; count < mostElements; count++) {
    const type = bytes[at++]
    if (type === undefined) return null
    if (type === 0) return document
    const end = bytes.indexOf(0, at)
    if (end < 0) return null
    const name = bytes.toString('utf8', at, end)
    at = end + 1
    const size = sizeOf(type, bytes, at)
    if (size === null || at + size > bytes.length) return null
    setOwn(document, name, valueOf(type, bytes.subarray(at, at + size), depth))
    at += size
  }
  return null
}

function sizeOf(type: number, bytes: Buffer, at: number): number | null {
  if (type === 0x0a || type === 0x06) return 0
  if (type === 0x08) return 1
  if (type === 0x10) return 4
  if (type === 0x01 || type === 0x09 || type === 0x11 || type === 0x12) return 8
  if (type === 0x07) return 12
  if (type === 0x13) return 16
  if (bytes.length < at + 4) return null
  const length = bytes.readInt32LE(at)
  if (length < 0) return null
  if (type === 0x02 || type === 0x0d || type === 0x0e) return length + 4
  if (type === 0x05) return length + 5
  return type === 0x03 || type === 0x04 ? length : null
}

function valueOf(type: number, bytes: Buffer, depth: number): Value {
  if (type === 0x02) return bytes.toString('utf8', 4, Math.max(4, bytes.length - 1))
  if (type === 0x03) return readDocument(bytes, depth + 1)
  if (type === 0x04) return Object.values(readDocument(bytes, depth + 1) ?? {})
  if (type === 0x05) return bytes.toString('latin1', 5)
  if (type === 0x01) return bytes.readDoubleLE()
  if (type === 0x08) return bytes[0] === 1
  if (type === 0x10) return bytes.readInt32LE()
  return type === 0x12 ? Number(bytes.readBigInt64LE()) : null
}

const setOwn = (document: Document, name: string, value: Value): void => {
  Object.defineProperty(document, name, { value, enumerable: true, configurable: true, writable: true })
}

export function writeDocument(document: Document | Value[]): Buffer {
  const parts = Object.entries(document).map(([name, value]) => {
    const [type, bytes] = element(value)
    return Buffer.concat([Buffer.from([type]), Buffer.from(`${name}\0`), bytes])
  })
  const content = Buffer.concat(parts)
  const head = Buffer.alloc(4)
  head.writeInt32LE(content.length + 5)
  return Buffer.concat([head, content, Buffer.from([0])])
}

function element(value: Value): [number, Buffer] {
  if (value === null) return [0x0a, Buffer.alloc(0)]
  if (typeof value === 'boolean') return [0x08, Buffer.from([value ? 1 : 0])]
  if (typeof value === 'string') {
    const text = Buffer.from(`${value}\0`)
    return [0x02, Buffer.concat([int32(text.length), text])]
  }
  if (typeof value === 'number') {
    if (Number.isInteger(value) && Math.abs(value) < 2 ** 31) return [0x10, int32(value)]
    const bytes = Buffer.alloc(8)
    bytes.writeDoubleLE(value)
    return [0x01, bytes]
  }
  if (Array.isArray(value)) return [0x04, writeDocument(value)]
  if ('int64' in value && typeof value['int64'] === 'number') return [0x12, int64(value['int64'])]
  if ('date' in value && typeof value['date'] === 'number') return [0x09, int64(value['date'])]
  return [0x03, writeDocument(value as Document)]
}

export const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(value)
  return bytes
}
const int64 = (value: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64LE(BigInt(Math.trunc(value)))
  return bytes
}
