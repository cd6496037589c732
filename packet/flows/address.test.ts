import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { addressBytes } from '../build/address.ts'
import { addressText } from './address.ts'

it.each([
  '0.0.0.0',
  '203.0.113.9',
  '::',
  '::1',
  '1::',
  '2001:db8::1:0:0:1',
  '2001:db8:0:1:1:1:1:1',
  '2001:0:0:1::1',
  '::ffff:192.0.2.1',
  'fe80::1:2:3:4',
  '1:2:3:4:5:6:7:8',
])('%s is written as RFC 5952 wants it', (text) => {
  const bytes = addressBytes(text)
  expect(addressText(bytes, 0, bytes.length)).toBe(text)
})

it('every address survives being written and read', () => {
  const octet = fc.oneof(fc.constant(0), fc.nat(255))
  const address = fc.oneof(
    fc.uint8Array({ minLength: 4, maxLength: 4 }),
    fc.array(octet, { minLength: 16, maxLength: 16 }).map((octets) => Uint8Array.from(octets)),
  )
  fc.assert(
    fc.property(address, (bytes) => {
      expect([...addressBytes(addressText(bytes, 0, bytes.length))]).toEqual([...bytes])
    }),
  )
})
