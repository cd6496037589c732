import { expect, test } from 'vitest'
import { analyze } from './analyze.ts'
import { matches } from './match.ts'
import { seenBetween } from './seen-between.ts'
import { ipDocument } from './testing/documents.ts'

test.each([
  ['', 'last_seen:>=2026-11-05 first_seen:<=2026-11-09'],
  ['port:23 OR port:22', '(port:23 OR port:22) last_seen:>=2026-11-05 first_seen:<=2026-11-09'],
  [
    'last_seen:>=2026-10-01 port:23 first_seen:<=2026-12-01',
    'port:23 last_seen:>=2026-11-05 first_seen:<=2026-11-09',
  ],
  [
    'last_seen:90d -first_seen:1d',
    'last_seen:90d -first_seen:1d last_seen:>=2026-11-05 first_seen:<=2026-11-09',
  ],
])('%j between two days is %j', (query, after) => {
  expect(seenBetween(query, { from: '2026-11-05', to: '2026-11-09' })).toBe(after)
})

test('one end alone leaves the other open', () => {
  expect(seenBetween('port:23', { from: null, to: '2026-11-09' })).toBe('port:23 first_seen:<=2026-11-09')
  expect(seenBetween('port:23 last_seen:>=2026-11-05', { from: null, to: null })).toBe('port:23')
})

test('both days are included', () => {
  const { predicate, ok } = analyze(seenBetween('', { from: '2026-11-05', to: '2026-11-09' }), {
    catalogue: 'ip',
    now: Date.UTC(2026, 10, 21),
    windowDays: 90,
  })
  expect(ok).toBe(true)
  const seen = (first: string, last: string) =>
    matches(predicate, ipDocument({ first_seen: first, last_seen: last }))
  expect(seen('2026-11-09T23:59:59Z', '2026-11-10T00:00:00Z')).toBe(true)
  expect(seen('2026-11-01T00:00:00Z', '2026-11-05T00:00:00Z')).toBe(true)
  expect(seen('2026-11-10T00:00:00Z', '2026-11-10T00:00:00Z')).toBe(false)
  expect(seen('2026-11-01T00:00:00Z', '2026-11-04T23:59:59Z')).toBe(false)
})
