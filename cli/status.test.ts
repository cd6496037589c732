import { expect, test } from 'vitest'
import { demoLine, linesOf, type ServerStatus } from './status.ts'

const well: ServerStatus = {
  ready: true,
  analytics: 'ok',
  database: 'ok',
  sandbox: 'files and network',
  ingest: {
    waiting_sessions: 0,
    waiting_bytes: 0,
    oldest_waiting_seconds: null,
    stored_sessions: 12,
    last_stored: '2026-11-20T10:00:00.000Z',
    quarantined_sessions: 0,
    damaged_bytes: 0,
    last_error: null,
  },
  promises: {
    checked_at: '2026-11-20T10:00:00.000Z',
    batches: 5,
    missing_batches: 0,
    missing_sessions: 0,
    missing: [],
    remade_batches: 0,
    restored_rows: 0,
    databases: [],
    last_error: null,
  },
  parts: { checked_at: '2026-11-20T10:00:00.000Z', checked: 40, due: 0, damaged: [] },
  documents: { last_refresh: '2026-11-20T10:00:01.000Z', last_error: null },
  tags: { days: 3, days_due: 0, days_retagged: 0, working_on: null, last_error: null },
  jobs: [
    { name: 'documents', state: 'waiting', rounds: 4, last_error: null },
    { name: 'audit', state: 'waiting', rounds: 1, last_error: null },
  ],
  demo: { loading: false, storing: false, parts: 0, parts_done: 0, last_error: null },
}

test('a server that is well says so in twelve lines', () => {
  expect(linesOf(well)).toEqual([
    'ready         yes',
    'analytics     ok',
    'database      ok',
    'waiting       0 sessions, 0 bytes',
    'stored        12 sessions since the start, last at 2026-11-20T10:00:00.000Z',
    'records       refreshed at 2026-11-20T10:00:01.000Z',
    'tags          all 3 days match the rules',
    'quarantine    empty',
    'damaged       nothing',
    'promises      5 batches compared at 2026-11-20T10:00:00.000Z: nothing is missing',
    'parts         all checked at 2026-11-20T10:00:00.000Z',
    'jobs          2 jobs here',
  ])
})

test('what was set aside, what was damaged and what is waited out are named', () => {
  const ill = linesOf({
    ...well,
    ready: false,
    tags: { ...well.tags, days_due: 1, last_error: 'too much' },
    demo: { loading: true, storing: false, parts: 60, parts_done: 40, last_error: 'write EPIPE' },
    ingest: {
      ...well.ingest,
      quarantined_sessions: 3,
      damaged_bytes: 512,
      last_error: 'disk \u001b[2J full',
    },
    jobs: [
      { name: 'retagging', state: 'running', rounds: 0, last_error: 'no answer' },
      { name: 'documents', state: 'elsewhere', rounds: 0, last_error: null },
    ],
  }).join('\n')
  expect(ill).toMatch(/^ready +no$/m)
  expect(ill).toMatch(/^demo +loading, 67%; trying again after: write EPIPE$/m)
  expect(ill).toMatch(/^tags +1 of 3 days to be checked; trying again after: too much$/m)
  expect(ill).toMatch(/^quarantine +3 sessions that can never be stored/m)
  expect(ill).toMatch(/^damaged +512 bytes/m)
  expect(ill).toMatch(/^jobs +1 job here, 1 on another server, running: retagging$/m)
  expect(ill).toMatch(/^last error +disk \\u\{1b\}\[2J full; retagging: no answer$/m)
})

test('an engine without a sandbox is said', () => {
  expect(linesOf({ ...well, sandbox: 'nothing' }).join('\n')).toContain(
    'sandbox       none: this system has no Landlock',
  )
})

test('what was accepted and is missing is told by name, with what to do', () => {
  const lines = linesOf({
    ...well,
    promises: {
      ...well.promises,
      missing_batches: 1,
      missing_sessions: 3,
      missing: [
        {
          batch: 'capture:w:b',
          capture: 'id',
          name: 'monday.pcap',
          days: { 'live 2026-03-15': 3 },
          sessions: 3,
          why: 'its capture is no longer stored',
        },
      ],
      databases: ['index.db was damaged: 7 rows could be read.'],
    },
    parts: {
      ...well.parts,
      damaged: [
        { table: 'ips', part: '0_1_1_0', at: '2026-11-20', outcome: 'all records are being made anew' },
      ],
    },
  })
  const text = lines.join('\n')
  expect(text).toContain('3 sessions of 1 batch are missing')
  expect(text).toContain(
    'monday.pcap: 3 sessions of live 2026-03-15; its capture is no longer stored. Send the capture again to restore it.',
  )
  expect(text).toContain('index.db was damaged: 7 rows could be read.')
  expect(text).toContain('0_1_1_0 of ips, found 2026-11-20: all records are being made anew')
})

test('until the first comparison is done, nothing is said of what is missing', () => {
  const text = linesOf({ ...well, promises: { ...well.promises, checked_at: null, batches: 0 } }).join('\n')
  expect(text).toMatch(/^promises +not compared yet$/m)
  expect(text).not.toContain('nothing is missing')
})

test('demo data is loaded when it is stored, not before; one is no plural', () => {
  const demo = { loading: false, storing: true, parts: 2, parts_done: 2, last_error: null }
  const storing = { ...well, demo, ingest: { ...well.ingest, waiting_sessions: 1, waiting_bytes: 9 } }
  expect(linesOf(storing).join('\n')).toMatch(/^demo +accepted; 1 session is still being stored$/m)
  expect(linesOf(storing).join('\n')).toMatch(/^waiting +1 session, 9 bytes$/m)
  expect(demoLine({ ...well, demo: { ...demo, storing: false } })).toBe('demo data is loaded')
})
