import { expect, test } from 'vitest'
import { canonicalAddress } from './address.ts'

test.each([
  ['192.0.2.1', '192.0.2.1'],
  [' 192 . 0 .2. 1 ', '192.0.2.1'],
  ['ip:192.0.2.1', '192.0.2.1'],
  ['IP: ip :192.0.2.1', '192.0.2.1'],
  ['[192.0.2.1]', '192.0.2.1'],
  ['192[.]0[.]2[.]1', '192.0.2.1'],
  ['[ip:192.0.2.1]', '192.0.2.1'],
  ['ip:[2001:DB8::0:1]', '2001:db8::1'],
  ['2001[:]db8 ::1', '2001:db8::1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
])('"%s" is %s', (text, ip) => {
  expect(canonicalAddress(text)).toBe(ip)
})

test.each([
  '',
  'ip:',
  '[]',
  '192.0.2.1 2',
  '19 2.0.2.1',
  '192.0.2.1:80',
  '[2001:db8::1]:443',
  '192.0.2.256',
  '192.0.02.1',
  'tags:mirai',
  `192${' '.repeat(100_000)}.0.2.1`,
])('"%s" is no address, and none is made of it', (text) => {
  expect(() => canonicalAddress(text)).toThrow(/is not an IPv4 or IPv6 address/)
})
