import { addressBytes } from '../build/address.ts'
import { be16, type FrameCursor } from '../layers/frame-cursor.ts'

/** What of a frame tells its conversation. */
export type FlowEnds = Pick<
  FrameCursor,
  'addresses' | 'sourceAt' | 'destinationAt' | 'addressLength' | 'sourcePort' | 'destinationPort' | 'protocol'
>

/** The two ends of a session, as it names them. */
export interface NamedEnds {
  /** IANA protocol number. */
  protocol: number
  source: string
  /** 0 where the transport has no ports. */
  sourcePort: number
  destination: string
  destinationPort: number
}

/** The key of a conversation that is known by name. @throws RangeError for what is no address */
export function keyOfEnds({ source, destination, ...ports }: NamedEnds): string {
  const [from, to] = [addressBytes(source), addressBytes(destination)]
  const addresses = new Uint8Array([...from, ...to])
  return flowKey({
    ...ports,
    addresses,
    sourceAt: 0,
    destinationAt: from.length,
    addressLength: from.length,
  })
}

/**
 * Both directions of a conversation have one key: protocol, then the lower end, then the higher. A string, because
 * the engine seeds its hash: a capture cannot be made to collide.
 */
export function flowKey(cursor: FlowEnds): string {
  const { addresses: b, sourceAt: s, destinationAt: d, sourcePort, destinationPort, protocol } = cursor
  if (cursor.addressLength === 4) {
    const s0 = be16(b, s)
    const s1 = be16(b, s + 2)
    const d0 = be16(b, d)
    const d1 = be16(b, d + 2)
    const order = s0 - d0 || s1 - d1 || sourcePort - destinationPort
    return order <= 0
      ? String.fromCharCode(protocol, s0, s1, sourcePort, d0, d1, destinationPort)
      : String.fromCharCode(protocol, d0, d1, destinationPort, s0, s1, sourcePort)
  }
  let order = 0
  for (let i = 0; i < 16 && order === 0; i++) order = b[s + i]! - b[d + i]!
  order ||= sourcePort - destinationPort
  return order <= 0
    ? String.fromCharCode(protocol) + end16(b, s, sourcePort) + end16(b, d, destinationPort)
    : String.fromCharCode(protocol) + end16(b, d, destinationPort) + end16(b, s, sourcePort)
}

const end16 = (b: Uint8Array, at: number, port: number): string =>
  String.fromCharCode(
    be16(b, at),
    be16(b, at + 2),
    be16(b, at + 4),
    be16(b, at + 6),
    be16(b, at + 8),
    be16(b, at + 10),
    be16(b, at + 12),
    be16(b, at + 14),
    port,
  )
