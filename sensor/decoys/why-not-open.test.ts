import { expect, test } from 'vitest'
import { whyNotOpen } from './why-not-open.ts'

const taken = (port: number): boolean => port === 22

test('a port that another program has, or that is none with its offset, is not tried', () => {
  expect(whyNotOpen(80, 'tcp', taken)).toBeNull()
  expect(whyNotOpen(65_535, 'tcp', taken)).toBeNull()
  expect(whyNotOpen(22, 'tcp', taken)).toBe('Another program of this host listens there.')
  expect(whyNotOpen(72_869, 'tcp', taken)).toBe(
    'With the offset it would be 72869, and 65535 is the last port.',
  )
})
