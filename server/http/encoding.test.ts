import { expect, test } from 'vitest'
import { takesGzip } from './encoding.ts'

test.each([
  ['gzip', true],
  ['br, GZIP;q=0.5', true],
  ['*', true],
  ['br;q=1, *;q=0.1', true],
  ['gzip;q=0', false],
  ['gzip;q=0, *', false],
  ['*;q=0', false],
  ['br, deflate', false],
  ['x-not-gzip', false],
  ['', false],
  [undefined, false],
])('whoever sends Accept-Encoding %j takes gzip: %s', (accepted, takes) => {
  expect(takesGzip(accepted)).toBe(takes)
})
