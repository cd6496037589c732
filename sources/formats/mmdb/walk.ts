import type { Network } from '#model/address.ts'
import { SourceRefused } from '../../refused.ts'
import { decodeAt, type MmdbMap, type MmdbValue } from './decode.ts'

const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')
/** Metadata lies in the last 128 KiB (specification, "Database Metadata"). */
const metadataWithin = 128 * 1024

export const looksLikeMmdb = (bytes: Buffer): boolean => bytes.lastIndexOf(marker) >= 0

interface Tree {
  nodes: number
  recordBits: number
  version: number
}

function treeOf(bytes: Buffer): Tree & { tree: Buffer; data: Buffer } {
  const at = bytes.lastIndexOf(marker)
  if (at < 0 || at < bytes.length - metadataWithin) throw new SourceRefused('is not a MMDB, or was cut')
  const metadata = decodeAt(bytes.subarray(at + marker.length), 0) as MmdbMap
  const whole = (name: string): number => {
    const value = typeof metadata === 'object' ? metadata[name] : undefined
    return typeof value === 'number' ? value : -1
  }
  const [nodes, recordBits, version] = [whole('node_count'), whole('record_size'), whole('ip_version')]
  const size = (nodes * recordBits) / 4
  if (![24, 28, 32].includes(recordBits) || ![4, 6].includes(version) || nodes < 1 || size + 16 > at)
    throw new SourceRefused('is not a sound MMDB: its metadata does not fit it')
  return {
    nodes,
    recordBits,
    version,
    tree: bytes.subarray(0, size),
    data: bytes.subarray(size + 16, at),
  }
}

/** Left (0) or right (1) record of a node. */
const recordAt = (tree: Buffer, recordBits: number, node: number, side: 0 | 1): number => {
  if (recordBits === 24) return tree.readUIntBE(node * 6 + side * 3, 3)
  if (recordBits === 32) return tree.readUInt32BE(node * 8 + side * 4)
  const middle = tree.readUInt8(node * 7 + 3)
  return side === 0
    ? ((middle & 0xf0) << 20) | tree.readUIntBE(node * 7, 3)
    : ((middle & 0x0f) << 24) | tree.readUIntBE(node * 7 + 4, 3)
}

/**
 * Calls `take` with every network of a MMDB and its record, IPv4 once (where IPv6 trees repeat it under 6to4 and others, the
 * repetition is left out). Records are decoded once each.
 * @throws SourceRefused for a damaged file
 */
export function walkMmdb(
  bytes: Buffer,
  take: (network: Network, record: MmdbValue, offset: number) => void,
): void {
  const { nodes, recordBits, version, tree, data } = treeOf(bytes)
  const records = new Map<number, MmdbValue>()
  const recordOf = (pointer: number): [MmdbValue, number] => {
    const offset = pointer - nodes - 16
    if (offset < 0 || offset >= data.length)
      throw new SourceRefused('is not a sound MMDB: a record lies outside')
    const record = records.get(offset) ?? decodeAt(data, offset)
    if (records.size < 100_000) records.set(offset, record)
    return [record, offset]
  }
  const visited = new Uint8Array(nodes)
  let root4 = 0
  const above4 = version === 6 ? 96 : 0
  for (let bit = 0; bit < above4 && root4 < nodes; bit++) root4 = recordAt(tree, recordBits, root4, 0)

  const visit = (pointer: number, bits: number, words: readonly [number, number, number, number]): void => {
    if (pointer === nodes) return
    if (pointer > nodes) return take(asOurs(words, bits, version), ...recordOf(pointer))
    if (visited[pointer]) {
      if (pointer === root4) return
      throw new SourceRefused('is not a sound MMDB: its tree turns back')
    }
    visited[pointer] = 1
    if (bits === 128) throw new SourceRefused('is not a sound MMDB: its tree is too deep')
    visit(recordAt(tree, recordBits, pointer, 0), bits + 1, words)
    const right = [...words] as [number, number, number, number]
    const word = bits >>> 5
    right[word] = ((right[word] ?? 0) | (1 << (31 - (bits & 31)))) >>> 0
    return visit(recordAt(tree, recordBits, pointer, 1), bits + 1, right)
  }
  visit(0, version === 4 ? 96 : 0, [0, 0, 0, 0])
}

/** A tree keeps IPv4 in ::/96; we keep it in ::ffff:0:0/96. */
const asOurs = (words: readonly [number, number, number, number], bits: number, version: number): Network =>
  bits >= 96 && (version === 4 || words[0] + words[1] + words[2] === 0)
    ? { words: [0, 0, 0xffff, words[3]], bits }
    : { words, bits }
