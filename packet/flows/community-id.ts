import { hash } from 'node:crypto'
import { protocols } from '../layers/transport.ts'

/**
 * ICMP types that answer each other stand for the two ports (Community ID specification, "ICMP"); a type without a
 * counterpart makes the conversation one-way: its code is the second port and the ends are not put in order.
 */
const counterparts4 = new Map([
  [8, 0],
  [0, 8],
  [13, 14],
  [14, 13],
  [15, 16],
  [16, 15],
  [10, 9],
  [9, 10],
  [17, 18],
  [18, 17],
])
const counterparts6 = new Map([
  [128, 129],
  [129, 128],
  [133, 134],
  [134, 133],
  [135, 136],
  [136, 135],
  [130, 131],
  [131, 130],
  [144, 145],
  [145, 144],
  [139, 140],
  [140, 139],
])

/** What is hashed: seed, both addresses, protocol, padding, both ports. Written anew for each conversation. */
const hashed4 = Buffer.alloc(2 + 4 * 2 + 6)
const hashed16 = Buffer.alloc(2 + 16 * 2 + 6)

export interface CommunityEnds {
  /** 4 or 16 bytes each. */
  source: Uint8Array
  destination: Uint8Array
  protocol: number
  /** Of TCP and UDP. */
  sourcePort: number
  destinationPort: number
  icmp: { type: number; code: number } | null
}

/** Community ID v1, seed 0 (github.com/corelight/community-id-spec). */
export function communityId(ends: CommunityEnds): string {
  let { source, destination, sourcePort, destinationPort } = ends
  let oneWay = false
  if (ends.icmp) {
    const counterpart = (ends.protocol === protocols.icmp ? counterparts4 : counterparts6).get(ends.icmp.type)
    oneWay = counterpart === undefined
    sourcePort = ends.icmp.type
    destinationPort = counterpart ?? ends.icmp.code
  }
  const order = Buffer.compare(source, destination)
  if (!oneWay && (order > 0 || (order === 0 && sourcePort > destinationPort))) {
    ;[source, destination] = [destination, source]
    ;[sourcePort, destinationPort] = [destinationPort, sourcePort]
  }
  const size = source.length
  const bytes = size === 4 ? hashed4 : hashed16
  bytes.set(source, 2)
  bytes.set(destination, 2 + size)
  bytes[2 + size * 2] = ends.protocol
  bytes.writeUInt16BE(sourcePort, 4 + size * 2)
  bytes.writeUInt16BE(destinationPort, 6 + size * 2)
  return `1:${hash('sha1', bytes, 'base64')}`
}
