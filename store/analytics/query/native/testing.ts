import * as fc from 'fast-check'

/** Values for columns of every type. */

export type Row = Record<string, unknown>

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 90 }),
  fc.constantFrom(
    '',
    '\0',
    'a\0b',
    'é'.repeat(42),
    'é'.repeat(43),
    '😀',
    '\uFFFD',
    'x'.repeat(127),
    'y'.repeat(128),
  ),
  fc.nat({ max: 20_000 }).map((length) => 'long'.repeat(length)),
)
const word = fc.oneof(fc.constantFrom('tcp', 'udp', ''), fc.string({ unit: 'binary', maxLength: 5 }))
const float = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value))
const address = fc.oneof(
  fc.ipV4(),
  fc.ipV6().filter((ip) => !ip.includes('.')),
  fc.constantFrom('::', '::1', '::ffff:192.0.2.1', '0.0.0.0', '255.255.255.255'),
)
const list = <T>(element: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(element, { maxLength: 5 })
const nothingOr = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { freq: 4 })

/** By type of column what it may hold. */
export const columnValues: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  Bool: fc.boolean(),
  UInt8: fc.nat({ max: 255 }),
  UInt16: fc.nat({ max: 65_535 }),
  UInt32: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  UInt64: fc.oneof(fc.nat(), fc.maxSafeNat()),
  "DateTime64(3, 'UTC')": fc.integer({ min: 0, max: 4_102_444_800_000 }),
  IPv6: address,
  String: text,
  'LowCardinality(String)': word,
  'Array(String)': list(text),
  'Array(UInt16)': list(fc.nat({ max: 65_535 })),
  'Array(LowCardinality(String))': list(word),
  'Nullable(UInt8)': nothingOr(fc.nat({ max: 255 })),
  'Nullable(Float64)': nothingOr(float),
}
