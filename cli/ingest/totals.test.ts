import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Totals, type Receipt } from './totals.ts'

const receipt: Receipt = {
  id: 'c1',
  duplicate: false,
  sessions: 1,
  refused: [],
  shift_ms: 0,
  kind: 'sensor',
  report: { packets: 1, bytes: 60, skipped: [] },
}
let said: string[]
beforeEach(() => {
  said = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line))
})
afterEach(() => void vi.restoreAllMocks())

/** What is printed of one capture, and then of all. */
function printed(changes: Partial<Receipt>, { kind, waiting = 0 }: { kind?: string; waiting?: number } = {}) {
  const totals = new Totals(false, kind)
  totals.start('a.pcap', 0, 1)
  totals.add('a.pcap', { ...receipt, ...changes })
  totals.print(waiting)
  return said.join('\n')
}

test('one is no plural, and what is accepted and waits is not called stored', () => {
  const skipped = [{ reason: 'cut', count: 1, first_at: { offset: 24, packet: 1 } }]
  const text = printed({ report: { ...receipt.report, skipped } }, { waiting: 7 })
  expect(text).toContain('1 capture, 1 packet, 1 session accepted')
  expect(text).toContain('1 part skipped: cut')
  expect(text).toContain('7 accepted sessions wait to be stored')
  expect(text).not.toMatch(/\b1 (captures|packets|sessions|parts)\b/)
})

test('names of files are shown as text, whatever they hold', () => {
  const name = 'a\x1b[2J\x9b31m\u202e.pcap'
  for (const asJson of [false, true]) {
    const totals = new Totals(asJson)
    totals.start(name, 0, 2)
    totals.add(name, receipt)
    totals.refuse(name, 'why\x07')
  }
  expect(said.join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  expect(said[0]).toContain(String.raw`a\u{1b}[2J`)
  expect(JSON.parse(said[2] ?? '')).toMatchObject({ capture: name })
  expect(JSON.parse(said[3] ?? '')).toEqual({ capture: name, refused: 'why\x07' })
})

test('a capture that is kept as another kind says so, with the command that changes it', () => {
  expect(printed({ duplicate: true, kind_note: 'kept' }, { kind: 'network' })).toContain(
    'kept as sensor; to change it: noisefloor captures c1 --kind network',
  )
  said = []
  expect(printed({ duplicate: true }, { kind: 'sensor' })).not.toContain('kept as')
})

test('sessions older than the retention come with the remedy', () => {
  const text = printed({ sessions: 0, refused: [{ reason: 'older-than-retention', count: 3 }] })
  expect(text).toMatch(/3 sessions not taken: older-than-retention; .*--shift-to now/)
})
