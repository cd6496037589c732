import { spawnSync } from 'node:child_process'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { filterOf } from './filter.ts'

test('tcpdump takes every filter we make', () => {
  const address = fc.oneof(fc.ipV4(), fc.ipV6())
  const block = fc.oneof(
    address,
    fc.tuple(fc.ipV4(), fc.nat(32)).map(([four, bits]) => `${four}/${bits}`),
  )
  const port = fc.integer({ min: 1, max: 65_535 })
  const some = <T>(of: fc.Arbitrary<T>) => fc.array(of, { maxLength: 4 })
  const leftOut = fc.record({
    server: fc.record({ addresses: some(address), port }),
    excluded: some(block),
    own: some(address),
    taken: fc.record({ tcp: some(port), udp: some(port) }),
  })
  fc.assert(
    fc.property(leftOut, (left) => {
      const { status, stderr } = spawnSync('tcpdump', ['-d', '-y', 'EN10MB', filterOf(left)])
      // Whoever excludes this host's own address leaves nothing over.
      if (status !== 0) expect(stderr.toString()).toContain('expression rejects all packets')
    }),
    { numRuns: 25 },
  )
})
