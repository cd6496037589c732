import { expect, test } from 'vitest'
import { captureLines, maxListed } from './command.ts'

const capture = (id: number) => ({
  id: `c${id}`,
  name: 'monday\u001b[2J.pcap',
  kind: 'sensor',
  origin: 'live',
  sessions: 1,
  created: Date.UTC(2026, 10, 20, 10),
  change: null,
})
const captures = (count: number) => ({ items: Array.from({ length: count }, (_, id) => capture(id)) })

test('a capture is one line, whatever its name holds', () => {
  const { lines, note } = captureLines(captures(1))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(/^c0 {2}2026-11-20T10:00 {2}sensor {3}live {2}1 session {2}monday/)
  expect(lines[0]).not.toContain('\u001b')
  expect(note).toBe(null)
})

test('a list that is cut says so', () => {
  const { lines, note } = captureLines(captures(maxListed))
  expect(lines).toHaveLength(maxListed)
  expect(note).toBe('Only the newest 1000 captures are listed.')
})
