import { concat, latin1, u16, vector } from './text.ts'

/** The parts of a ClientHello that fingerprints are made of (RFC 8446 4.1.2, RFC 5246 7.4.1.2). */
export interface HelloShape {
  ciphers: readonly number[]
  groups: readonly number[]
  signatures: readonly number[]
  alpn: readonly string[]
  /** Offered through supported_versions; empty for TLS 1.2 and older. */
  versions: readonly number[]
  serverName?: string
}

export const hellos = {
  go: {
    ciphers: [
      0xc02f, 0xc030, 0xc02b, 0xc02c, 0xcca8, 0xcca9, 0xc013, 0xc009, 0xc014, 0xc00a, 0x1301, 0x1302, 0x1303,
    ],
    groups: [0x001d, 0x0017, 0x0018, 0x0019],
    signatures: [0x0804, 0x0403, 0x0807, 0x0805, 0x0806, 0x0401, 0x0501, 0x0601, 0x0503, 0x0603],
    alpn: ['h2', 'http/1.1'],
    versions: [0x0304, 0x0303],
  },
  openssl: {
    ciphers: [
      0x1302, 0x1303, 0x1301, 0xc02c, 0xc030, 0x009f, 0xcca9, 0xcca8, 0xccaa, 0xc02b, 0xc02f, 0x009e, 0xc024,
      0xc028, 0x00ff,
    ],
    groups: [0x001d, 0x0017, 0x001e, 0x0019, 0x0018],
    signatures: [0x0403, 0x0503, 0x0603, 0x0807, 0x0808, 0x0804, 0x0805, 0x0806, 0x0401, 0x0501, 0x0601],
    alpn: [],
    versions: [0x0304, 0x0303],
  },
  legacy: {
    ciphers: [0xc014, 0xc00a, 0x0039, 0x0038, 0x0035, 0x0016, 0x0013, 0x000a, 0x002f, 0x0005, 0x0004, 0x00ff],
    groups: [0x0017, 0x0018],
    signatures: [],
    alpn: [],
    versions: [],
  },
} as const satisfies Record<string, HelloShape>

const extension = (type: number, ...body: Uint8Array[]): Uint8Array => concat(u16(type), vector(2, ...body))
const words = (values: readonly number[]): Uint8Array => concat(...values.map(u16))

export function clientHello(shape: HelloShape, seed: Uint8Array): Uint8Array {
  const extensions = [
    ...(shape.serverName
      ? [extension(0, vector(2, Uint8Array.of(0), vector(2, latin1(shape.serverName))))]
      : []),
    extension(10, vector(2, words(shape.groups))),
    extension(11, vector(1, Uint8Array.of(0))),
    ...(shape.signatures.length > 0 ? [extension(13, vector(2, words(shape.signatures)))] : []),
    ...(shape.alpn.length > 0
      ? [extension(16, vector(2, ...shape.alpn.map((name) => vector(1, latin1(name)))))]
      : []),
    extension(23),
    extension(35),
    ...(shape.versions.length > 0 ? [extension(43, vector(1, words(shape.versions)))] : []),
  ]
  const hello = concat(
    u16(0x0303),
    seed.subarray(0, 32),
    vector(1),
    vector(2, words(shape.ciphers)),
    vector(1, Uint8Array.of(0)),
    vector(2, ...extensions),
  )
  return concat(Uint8Array.of(22, 3, 1), vector(2, Uint8Array.of(1), vector(3, hello)))
}

/** A fatal handshake_failure, which is all our simulated service says. */
export const alert: Uint8Array = Uint8Array.of(21, 3, 3, 0, 2, 2, 40)
