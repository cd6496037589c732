import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { blockText, filterOf, type LeftOut } from './filter.ts'

const nothing: LeftOut = {
  server: { addresses: [], port: 443 },
  excluded: [],
  own: [],
  taken: { tcp: [], udp: [] },
}

test('a filter leaves out the server, administrators and other programs, on our side only', () => {
  const filter = filterOf({
    server: { addresses: ['203.0.113.7', '2001:db8::7'], port: 8443 },
    excluded: ['198.51.100.9/24', '2001:db8:1::1'],
    own: ['192.0.2.1'],
    taken: { tcp: [22, 443], udp: [53] },
  })
  expect(filter.split(' and ').length).toBeGreaterThan(10)
  expect(filter).toContain('(net 192.0.2.1/32)')
  expect(filter).toContain('not (tcp port 8443 and (net 203.0.113.7/32 or net 2001:db8::7/128))')
  expect(filter).toContain('not (net 198.51.100.0/24 or net 2001:db8:1::1/128)')
  expect(filter).toContain('not ((dst net 192.0.2.1/32) and (tcp dst port 22 or tcp dst port 443))')
  expect(filter).toContain('not ((src net 192.0.2.1/32) and (udp src port 53))')
})

test('what is no address never becomes part of a filter', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(blockText(text) ?? '0').toMatch(/^[0-9a-f.:/]+$/)
    }),
  )
  expect(filterOf({ ...nothing, own: ['1.2.3.4) or (net 0.0.0.0/0'] })).toBe(filterOf(nothing))
})
