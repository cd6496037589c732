import { latin1 } from '../latin1.ts'

/** What a ClientHello offers (RFC 8446 §4.1.2, RFC 5246 §7.4.1.2), lists in wire order, GREASE included. */
export interface ClientHello {
  legacyVersion: number
  ciphers: number[]
  extensions: number[]
  groups: number[]
  pointFormats: number[]
  signatureAlgorithms: number[]
  supportedVersions: number[]
  serverName: string
  hasServerName: boolean
  /** Protocol names as raw bytes, Latin-1. */
  alpn: string[]
}

/** GREASE (RFC 8701): 0x0a0a, 0x1a1a … 0xfafa, sent to keep peers tolerant; they identify nothing. */
export const isGrease = (value: number): boolean =>
  (value & 0x0f0f) === 0x0a0a && value >> 8 === (value & 0xff)

/** Reads past the end give zeros and empty slices, so that a cut hello yields what it still holds. */
export class Cursor {
  readonly #bytes: Uint8Array
  at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  get left(): number {
    return this.#bytes.length - this.at
  }

  u8(): number {
    return this.#bytes[this.at++] ?? 0
  }

  u16(): number {
    return (this.u8() << 8) | this.u8()
  }

  take(length: number): Uint8Array {
    const part = this.#bytes.subarray(this.at, this.at + length)
    this.at += length
    return part
  }
}

function numbers16(bytes: Uint8Array): number[] {
  const cursor = new Cursor(bytes)
  const list: number[] = []
  while (cursor.left >= 2) list.push(cursor.u16())
  return list
}

/**
 * Body of a ClientHello without its four-byte handshake header; null when there is no cipher list, or when `exact` is
 * asked and the lengths inside do not add up to the body. DTLS adds a cookie (RFC 9147 §5.3).
 */
export function parseClientHello(
  body: Uint8Array,
  { datagram = false, exact = false }: { datagram?: boolean; exact?: boolean } = {},
): ClientHello | null {
  const cursor = new Cursor(body)
  const legacyVersion = cursor.u16()
  cursor.take(32)
  cursor.take(cursor.u8())
  if (datagram) cursor.take(cursor.u8())
  const cipherBytes = cursor.u16()
  if (cipherBytes < 2 || cursor.left < cipherBytes) return null
  const hello: ClientHello = {
    legacyVersion,
    ciphers: numbers16(cursor.take(cipherBytes)),
    extensions: [],
    groups: [],
    pointFormats: [],
    signatureAlgorithms: [],
    supportedVersions: [],
    serverName: '',
    hasServerName: false,
    alpn: [],
  }
  cursor.take(cursor.u8())
  const extensions = new Cursor(cursor.left >= 2 ? cursor.take(cursor.u16()) : new Uint8Array())
  while (extensions.left >= 4) {
    const type = extensions.u16()
    hello.extensions.push(type)
    readExtension(hello, type, extensions.take(extensions.u16()))
  }
  return exact && (extensions.left !== 0 || cursor.left !== 0) ? null : hello
}

function readExtension(hello: ClientHello, type: number, data: Uint8Array): void {
  const cursor = new Cursor(data)
  switch (type) {
    case 0: // server_name, RFC 6066 §3: list length, type host_name, length, name
      hello.hasServerName = true
      cursor.take(3)
      hello.serverName ||= latin1(cursor.take(cursor.u16()))
      break
    case 10: // supported_groups, RFC 8422 §5.1.1
      hello.groups = numbers16(cursor.take(cursor.u16()))
      break
    case 11: // ec_point_formats, RFC 8422 §5.1.2
      hello.pointFormats = [...cursor.take(cursor.u8())]
      break
    case 13: // signature_algorithms, RFC 8446 §4.2.3
      hello.signatureAlgorithms = numbers16(cursor.take(cursor.u16()))
      break
    case 16: {
      // application_layer_protocol_negotiation, RFC 7301 §3.1
      const list = new Cursor(cursor.take(cursor.u16()))
      while (list.left >= 1) hello.alpn.push(latin1(list.take(list.u8())))
      break
    }
    case 43: // supported_versions, RFC 8446 §4.2.1
      hello.supportedVersions = numbers16(cursor.take(cursor.u8()))
      break
  }
}
