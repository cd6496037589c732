import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAddress } from '#model/address.ts'
import { stretchesOf } from './address-prefix.ts'

const order = (text: string): bigint =>
  (readAddress(text) ?? []).reduce((sum, word) => sum * 0x1_0000_0000n + BigInt(word), 0n)
const isInside = (ip: string, typed: string): boolean =>
  stretchesOf(typed).some(([from, to]) => order(from) <= order(ip) && order(ip) <= order(to))

test('an IPv4 address is in a stretch of exactly those beginnings that it is written with', () => {
  const begun = fc
    .tuple(fc.ipV4(), fc.ipV4(), fc.integer({ min: 1, max: 15 }))
    .map(([ip, other, length]) => [ip, other.slice(0, length)] as const)
  fc.assert(
    fc.property(begun, fc.integer({ min: 2, max: 15 }), ([ip, other], length) => {
      for (const typed of [ip.slice(0, length), other])
        if (typed.includes('.')) expect([typed, isInside(ip, typed)]).toEqual([typed, ip.startsWith(typed)])
    }),
    { numRuns: 2000 },
  )
})

test('an IPv6 address written with all its groups is in the stretches of its beginnings', () => {
  fc.assert(
    fc.property(fc.ipV6(), fc.integer({ min: 12, max: 45 }), (ip, length) => {
      const groups = (readAddress(ip) ?? []).flatMap((word) => [word >>> 16, word & 0xffff])
      const whole = groups.map((part) => part.toString(16)).join(':')
      const typed = whole.slice(0, length)
      if (typed.split(':').length > 2) expect(isInside(ip, typed)).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test('what is no beginning of an address has none', () => {
  for (const typed of ['', '1', '1.2.3.4.', '300.', '1.2.3.4/8', '01.', 'a:b', '2001:db8::', 'fe80::1', 'x.'])
    expect([typed, stretchesOf(typed)]).toEqual([typed, []])
})
