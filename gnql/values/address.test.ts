import * as fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { expect, test } from 'vitest'
import { mapped, parseAddress, parseBlock, parseSpan } from './address.ts'

const hexOf = (bytes: readonly number[]): string =>
  bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')
/** By the URL reader for IPv6: it knows that ::1.2.3.4 is not ::ffff:1.2.3.4. */
const asSixteen = (text: string): string => {
  if (!text.includes(':')) return hexOf(ipaddr.IPv4.parse(text).toIPv4MappedAddress().toByteArray())
  return hexOf(ipaddr.IPv6.parse(new URL(`http://[${text}]`).hostname.slice(1, -1)).toByteArray())
}

test('addresses read as another reader reads them', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
      expect(parseAddress(text)).toBe(asSixteen(text))
    }),
    { numRuns: 5000 },
  )
})

test('an address lies in a block exactly when another reader says so', () => {
  const bytes = fc.uint8Array({ minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(bytes, bytes, fc.integer({ min: 0, max: 32 }), fc.nat(3), (one, two, prefix, shared) => {
      const other = [...one.slice(0, shared), ...two.slice(shared)].join('.')
      const [range] = parseBlock(`${one.join('.')}/${prefix}`) ?? []
      const digits = parseAddress(other) ?? ''
      const inside = range !== undefined && digits >= range.from && digits <= range.to
      expect(inside).toBe(ipaddr.IPv4.parse(other).match(ipaddr.IPv4.parse(one.join('.')), prefix))
    }),
    { numRuns: 5000 },
  )
})

test('IPv6 blocks of every length keep out of the IPv4 addresses unless they lie among them', () => {
  for (let prefix = 0; prefix <= 128; prefix++) {
    const ranges = parseBlock(`::ffff:1.2.3.4/${prefix}`) ?? []
    const reaches = ranges.some((range) => range.from <= mapped.to && range.to >= mapped.from)
    expect(reaches, String(prefix)).toBe(prefix >= 96)
    const bits = ranges.reduce((sum, { from, to }) => sum + BigInt(`0x${to}`) - BigInt(`0x${from}`) + 1n, 0n)
    expect(bits).toBe((1n << BigInt(128 - prefix)) - (prefix < 96 ? 1n << 32n : 0n))
  }
})

test.each([
  '',
  '1.2.3',
  '01.2.3.4',
  '1.2.3.4.5',
  '256.1.1.1',
  ':::',
  '1::2::3',
  '1:2:3:4:5:6:7',
  'g::',
  '1.2.3.4::',
  '::1%eth0',
  '1.2.3.4/33',
  '::/129',
  '/8',
  '1:2:3:4:5:6:7:8::',
])('%s is no address and no block', (text) => {
  expect(parseBlock(text)).toBeNull()
})

test('the ends of a span are of one family', () => {
  const end = (text: string, inclusive = true) => ({ text, inclusive })
  expect(parseSpan(end('1.1.1.1'), end('::1'))).toBeNull()
  expect(parseSpan(end('1.1.1.1', false), end('1.1.1.3', false))).toEqual(parseBlock('1.1.1.2'))
  expect(parseSpan(end('1.1.1.1', false), end('1.1.1.1'))).toEqual([])
  expect(parseSpan(end('255.255.255.255'), null)).toEqual(parseBlock('255.255.255.255'))
  expect(parseSpan(end('255.255.255.255', false), null)).toEqual([])
})
