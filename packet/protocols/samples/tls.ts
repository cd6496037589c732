/** Builds hellos for the tests, byte for byte as RFC 8446 §4.1.2 lays them out. */
export interface HelloFields {
  version?: number
  ciphers: number[]
  /** Type and data of each extension, in order; undefined leaves the whole block out. */
  extensions?: [type: number, data: Uint8Array][]
}

const u16 = (value: number): number[] => [(value >> 8) & 0xff, value & 0xff]
const u24 = (value: number): number[] => [(value >> 16) & 0xff, ...u16(value)]
const list16 = (values: number[]): number[] => values.flatMap(u16)
const sized16 = (bytes: ArrayLike<number>): number[] => [...u16(bytes.length), ...Array.from(bytes)]
const ascii = (value: string): number[] => [...Buffer.from(value, 'latin1')]

export const serverName = (name: string): [number, Uint8Array] => [
  0,
  Uint8Array.from(sized16([0, ...sized16(ascii(name))])),
]
export const alpn = (...names: string[]): [number, Uint8Array] => [
  16,
  Uint8Array.from(sized16(names.flatMap((name) => [name.length, ...ascii(name)]))),
]
export const groups = (...values: number[]): [number, Uint8Array] => [
  10,
  Uint8Array.from(sized16(list16(values))),
]
export const pointFormats = (...values: number[]): [number, Uint8Array] => [
  11,
  Uint8Array.from([values.length, ...values]),
]
export const signatures = (...values: number[]): [number, Uint8Array] => [
  13,
  Uint8Array.from(sized16(list16(values))),
]
export const versions = (...values: number[]): [number, Uint8Array] => [
  43,
  Uint8Array.from([values.length * 2, ...list16(values)]),
]
export const empty = (type: number): [number, Uint8Array] => [type, new Uint8Array()]

/** Body of a ClientHello, without handshake and record headers. */
export function helloBody({ version = 0x0303, ciphers, extensions }: HelloFields): Uint8Array {
  const block = extensions?.flatMap(([type, data]) => [...u16(type), ...sized16(data)])
  const session = Array.from({ length: 32 }, (_, i) => i)
  return Uint8Array.from([
    ...u16(version),
    ...Array.from({ length: 32 }, (_, i) => 255 - i),
    session.length,
    ...session,
    ...sized16(list16(ciphers)),
    1,
    0,
    ...(block ? sized16(block) : []),
  ])
}

/** A handshake message in records of at most `fragment` bytes. */
export function records(type: number, body: Uint8Array, fragment = 16_384): Uint8Array {
  const message = Uint8Array.from([type, ...u24(body.length), ...body])
  const bytes: number[] = []
  for (let at = 0; at < message.length; at += fragment) {
    bytes.push(22, 3, 1, ...sized16(message.subarray(at, at + fragment)))
  }
  return Uint8Array.from(bytes)
}

export const clientHello = (fields: HelloFields, fragment?: number): Uint8Array =>
  records(1, helloBody(fields), fragment)

export const serverHello = (cipher: number): Uint8Array =>
  records(2, Uint8Array.from([3, 3, ...Array.from({ length: 32 }, () => 7), 0, ...u16(cipher), 0]))

/** The example of the JA4 specification: Chrome, sixteen extensions, GREASE first and last. */
export const chrome: HelloFields = {
  ciphers: [
    0x1a1a, 0x1301, 0x1302, 0x1303, 0xc02b, 0xc02f, 0xc02c, 0xc030, 0xcca9, 0xcca8, 0xc013, 0xc014, 0x009c,
    0x009d, 0x002f, 0x0035,
  ],
  extensions: [
    empty(0x2a2a),
    serverName('scanme.example'),
    empty(0x0017),
    empty(0xff01),
    groups(0x3a3a, 0x001d, 0x0017, 0x0018),
    pointFormats(0),
    empty(0x0023),
    alpn('h2', 'http/1.1'),
    empty(0x0005),
    signatures(0x0403, 0x0804, 0x0401, 0x0503, 0x0805, 0x0501, 0x0806, 0x0601),
    empty(0x0012),
    empty(0x0033),
    empty(0x002d),
    versions(0x4a4a, 0x0304, 0x0303),
    empty(0x001b),
    empty(0x4469),
    [0x5a5a, Uint8Array.from([0])],
    empty(0x0015),
  ],
}
