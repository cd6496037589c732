import { expect, test } from 'vitest'
import { linesOf, type Standing } from './status.ts'

const well: Standing = {
  ready: true,
  analytics: 'ok',
  database: 'ok',
  ingest: {
    waiting_sessions: 0,
    waiting_bytes: 0,
    oldest_waiting_seconds: null,
    stored_sessions: 12,
    last_stored: '2026-11-20T10:00:00.000Z',
    quarantined_sessions: 0,
    damaged_bytes: 0,
    trouble: null,
  },
  documents: { last_refresh: '2026-11-20T10:00:01.000Z', trouble: null },
  tags: { days: 3, days_due: 0, days_retagged: 0, working_on: null, trouble: null },
  demo: { loading: false, parts: 0, parts_done: 0, last_error: null },
}

test('a server that is well says so in nine lines', () => {
  expect(linesOf(well)).toEqual([
    'ready         yes',
    'analytics     ok',
    'database      ok',
    'waiting       0 sessions, 0 bytes',
    'stored        12 sessions since the start, last at 2026-11-20T10:00:00.000Z',
    'records       refreshed at 2026-11-20T10:00:01.000Z',
    'tags          all 3 days as the rules say',
    'quarantine    empty',
    'damaged       nothing',
  ])
})

test('what was set aside, what was damaged and what is waited out are named', () => {
  const ill = linesOf({
    ...well,
    ready: false,
    demo: { loading: true, parts: 60, parts_done: 40, last_error: 'write EPIPE' },
    ingest: { ...well.ingest, quarantined_sessions: 3, damaged_bytes: 512, trouble: 'disk \u001b[2J full' },
  }).join('\n')
  expect(ill).toMatch(/^ready +no$/m)
  expect(ill).toMatch(/^demo +loading, 67 %; trying again after: write EPIPE$/m)
  expect(ill).toMatch(/^quarantine +3 sessions that can never be stored/m)
  expect(ill).toMatch(/^damaged +512 bytes/m)
  expect(ill).toMatch(/^trouble +disk \\u\{1b\}\[2J full$/m)
})
