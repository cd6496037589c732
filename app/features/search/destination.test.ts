import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { destinationOf } from './destination.ts'

describe('what is typed into the search field', () => {
  test('every IPv4 and IPv6 address leads to its page', () => {
    fc.assert(
      fc.property(fc.ipV4(), (ip) => {
        expect(destinationOf(ip)).toEqual({ to: 'ip', ip })
      }),
    )
    fc.assert(
      fc.property(fc.ipV6(), (ip) => {
        expect(destinationOf(` ${ip} `).to).toBe('ip')
      }),
    )
  })

  test.each([
    ['hxxp://192[.]0[.]2[.]4/x', '192.0.2.4'],
    ['https://192.0.2.4:8443/a?b=c', '192.0.2.4'],
    ['ip:192.0.2.4', '192.0.2.4'],
    ['ip: 192[.]0[.]2[.]4', '192.0.2.4'],
    ['ip:"192.0.2.4"', '192.0.2.4'],
    ['192[dot]0(.)2[.]4', '192.0.2.4'],
    ['192.0.2.4:22', '192.0.2.4'],
    ['[2001:DB8::0:1]:443', '2001:db8::1'],
    ['2001[:]db8::1', '2001:db8::1'],
    ['::ffff:192.0.2.4', '192.0.2.4'],
  ])('%s leads to the page of %s', (text, ip) => {
    expect(destinationOf(text)).toEqual({ to: 'ip', ip })
  })

  test.each([
    '192.0.2.0/24',
    '2001:db8::/32',
    '1.2.3',
    '1',
    '0x7f.1',
    '192.0.2.256',
    'fe80::1%eth0',
    'tags:Mirai',
    '',
  ])('%s is a query', (text) => {
    expect(destinationOf(text)).toEqual({ to: 'query', gnql: text })
  })

  test('nothing makes it throw', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (text) => void destinationOf(text)))
  })
})
