import { VarintCursor } from './varint.ts'

/** The Initial packets of the versions seen in the wild: their salt, labels and type bits (RFC 9001 §5.2, RFC 9369 §3). */
export interface QuicVersion {
  salt: string
  label: 'quic' | 'quicv2'
  initialType: number
}

const version1 = { salt: '38762cf7f55934b34d179ae6a4c80cadccbb7f0a', label: 'quic', initialType: 0 } as const
const version2 = {
  salt: '0dede3def700a6db819381be6e269dcbf9bd2ed9',
  label: 'quicv2',
  initialType: 1,
} as const
const draft29 = { salt: 'afbfec289993d24c9e9786f19c6111e04390a899', label: 'quic', initialType: 0 } as const
const draft23 = { salt: 'c3eef712c72ebb5a11a7d2432bb46365bef9f502', label: 'quic', initialType: 0 } as const

function quicVersion(number: number): QuicVersion | null {
  if (number === 1) return version1
  if (number === 0x6b3343cf) return version2
  const draft = number >>> 8 === 0xff0000 ? number & 0xff : 0
  // The last two drafts have the salt that became version 1's.
  if (draft === 33 || draft === 34) return version1
  if (draft >= 29 && draft <= 32) return draft29
  return draft >= 23 && draft <= 28 ? draft23 : null
}

export interface InitialPacket {
  version: QuicVersion
  destinationId: Uint8Array
  /** The whole packet, header included, still protected. */
  bytes: Uint8Array
  /** Where the packet number starts in it. */
  numberAt: number
}

/** The Initial packets of a datagram; other long-header packets are stepped over (RFC 9000 §12.2, §17.2). */
export function initialPackets(datagram: Uint8Array): InitialPacket[] {
  const packets: InitialPacket[] = []
  let at = 0
  while (at < datagram.length && (datagram[at]! & 0xc0) === 0xc0) {
    const cursor = new VarintCursor(datagram, at)
    const first = cursor.u8()
    const number = cursor.take(4).reduce((value, byte) => value * 256 + byte, 0)
    const version = quicVersion(number)
    if (!version) break
    const destinationId = cursor.take(cursor.u8())
    cursor.take(cursor.u8())
    const type = ((first >> 4) & 3) - version.initialType
    // Retry (one below Initial, modulo four) has no length and is the last of its datagram.
    if ((type & 3) === 3) break
    if (type === 0) cursor.take(cursor.varint())
    const length = cursor.varint()
    const numberAt = cursor.at
    cursor.take(length)
    if (cursor.short || destinationId.length > 20 || length < 20) break
    if (type === 0)
      packets.push({
        version,
        destinationId,
        bytes: datagram.subarray(at, cursor.at),
        numberAt: numberAt - at,
      })
    at = cursor.at
  }
  return packets
}
