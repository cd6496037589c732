import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ipv4Of, isInside, readAddress, readNetwork } from './address.ts'
import { countries, countryName } from './countries.ts'
import { demoNetworks, demoPrefixes } from './demo-networks.ts'
import { isReserved, isReservedQuad, reservedRange, reservedRanges } from './reserved.ts'

describe('address', () => {
  test('an IPv4 address and its mapped form are one address', () => {
    fc.assert(
      fc.property(fc.ipV4(), (ip) => {
        expect(readAddress(`::ffff:${ip}`)).toEqual(readAddress(ip))
        const quad = ipv4Of(readAddress(ip) ?? [0, 0, 0, 0])
        expect([24, 16, 8, 0].map((shift) => (quad >>> shift) & 255).join('.')).toBe(ip)
      }),
    )
  })

  test('any IPv6 text is read as the platform reads it', () => {
    fc.assert(
      fc.property(fc.ipV6(), (ip) => {
        const words = readAddress(ip)
        const groups = words?.flatMap((word) =>
          [word >>> 16, word & 0xffff].map((group) => group.toString(16)),
        )
        expect(new URL(`http://[${groups?.join(':')}]/`).hostname).toBe(new URL(`http://[${ip}]/`).hostname)
      }),
    )
  })

  test('arbitrary text is an address or null, never an exception', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        expect(() => readNetwork(text)).not.toThrow()
      }),
    )
    for (const text of [
      '',
      '1.2.3',
      '1.2.3.4.5',
      '01.2.3.4',
      '1.2.3.256',
      ':::',
      '1::2::3',
      '12345::',
      '::1.2.3',
      '1:2',
    ])
      expect(readAddress(text), text).toBeNull()
  })

  test('a network holds its first and last address and not the neighbours', () => {
    const network = readNetwork('198.18.0.0/15')
    const inside = (ip: string): boolean =>
      isInside(readAddress(ip) ?? [0, 0, 0, 0], network ?? { words: [0, 0, 0, 0], bits: 0 })
    expect([inside('198.18.0.0'), inside('198.19.255.255')]).toEqual([true, true])
    expect([inside('198.17.255.255'), inside('198.20.0.0'), inside('::1')]).toEqual([false, false, false])
  })
})

describe('reserved ranges', () => {
  test('every range is found by its own first address, the narrowest first', () => {
    for (const reserved of reservedRanges)
      expect(reservedRange(reserved.range.split('/')[0] ?? ''), reserved.range).toEqual(reserved)
  })

  test('the quick answers are those of the list', () => {
    const edges = reservedRanges.flatMap(({ range }) => {
      const words = readNetwork(range)?.words
      return words ? [words, [words[0], words[1], words[2], (words[3] - 1) >>> 0] as const] : []
    })
    const word = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff_ffff }))
    const words = fc.oneof(
      fc.constantFrom(...edges),
      fc.tuple(word, word, word, word),
      word.map((quad) => [0, 0, 0xffff, quad] as const),
    )
    fc.assert(
      fc.property(words, (address) => {
        expect(isReserved(address)).toBe(reservedRange(address) !== null)
        if (ipv4Of(address) >= 0) expect(isReservedQuad(ipv4Of(address))).toBe(isReserved(address))
      }),
    )
    for (const { range } of reservedRanges) {
      const { words, bits } = readNetwork(range) ?? { words: [0, 0, 0, 0] as const, bits: 0 }
      expect([range, isReserved(words, bits)]).toEqual([range, true])
    }
    expect(isReserved(readAddress('10.0.0.0') ?? [0, 0, 0, 0], 96 + 7)).toBe(false)
  })

  test('ordinary addresses are not reserved', () => {
    for (const ip of ['8.8.8.8', '172.32.0.1', '2606:4700::1', 'nonsense'])
      expect(reservedRange(ip)).toBeNull()
  })
})

test('there are about 250 countries, each with its own code and name', () => {
  expect(countries.length).toBe(250)
  expect(new Set(countries.map(({ code }) => code)).size).toBe(250)
  expect(new Set(countries.map(({ name }) => name)).size).toBe(250)
  expect([countryName('BE'), countryName('IR'), countryName('??')]).toEqual(['Belgium', 'Iran', ''])
})

test('the 32 demo networks have documentation numbers, and prefixes that are all reserved and all different', () => {
  expect(demoNetworks.length).toBe(32)
  for (const { asn } of demoNetworks)
    expect((asn >= 64496 && asn <= 64511) || (asn >= 65536 && asn <= 65551)).toBe(true)
  const prefixes = demoNetworks.flatMap((_, index) => demoPrefixes(index))
  expect(new Set(prefixes).size).toBe(96)
  for (const prefix of prefixes) expect(reservedRange(prefix.split('/')[0] ?? ''), prefix).not.toBeNull()
})
