import { describe, expect, it } from 'vitest'
import { callerAddress } from './caller.ts'

describe('the caller’s own address', () => {
  it.each([
    ['198.51.100.7', undefined, false, '198.51.100.7'],
    ['198.51.100.7', '203.0.113.9', false, '198.51.100.7'],
    ['127.0.0.1', '203.0.113.9', true, '203.0.113.9'],
    ['127.0.0.1', '10.9.9.9, 203.0.113.9', true, '203.0.113.9'],
    ['127.0.0.1', '2001:db8::7', true, '2001:db8::7'],
    ['127.0.0.1', '203.0.113.9:4711', true, '203.0.113.9'],
    ['127.0.0.1', '10.9.9.9:1, [2001:db8::7]:4711', true, '2001:db8::7'],
    ['127.0.0.1', '[2001:db8::7]', true, '2001:db8::7'],
    ['127.0.0.1', '2001:db8::7:4711', true, '2001:db8::7:4711'],
    ['127.0.0.1', '203.0.113.9:', true, '127.0.0.1'],
    ['127.0.0.1', '[203.0.113.9', true, '127.0.0.1'],
    ['127.0.0.1', '"><script>', true, '127.0.0.1'],
    ['127.0.0.1', '', true, '127.0.0.1'],
    ['fe80::1%eth0', undefined, false, 'fe80::1'],
  ])(
    'of a connection from %s with X-Forwarded-For %s (proxy trusted: %s) is %s',
    (from, header, trusted, is) => {
      expect(callerAddress(from, header, trusted)).toBe(is)
    },
  )
})
