import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { matches } from './match.ts'
import type { Predicate, Test } from './predicate.ts'
import { compareText, fold } from './values/fold.ts'

const onTime = (value: unknown, test: Test): boolean =>
  matches({ kind: 'test', column: { name: 'seen', shape: 'time' }, test }, { seen: value })

test('a time that never was passes no test, not even an open one', () => {
  for (const never of ['', 0, null, undefined, '1970-01-01T00:00:00Z']) {
    expect(onTime(never, { op: 'time-range' })).toBe(false)
    expect(onTime(never, { op: 'time-range', from: 0, to: 10 })).toBe(false)
    expect(onTime(never, { op: 'exists' })).toBe(false)
  }
})

test('times are half-open, whether written as ISO text, as a store writes them, or in milliseconds', () => {
  const at = Date.UTC(2026, 10, 1, 10, 0, 0) / 1000
  for (const written of [
    '2026-11-01T10:00:00Z',
    '2026-11-01 10:00:00',
    '2026-11-01T11:00:00+01:00',
    at * 1000,
  ]) {
    expect(onTime(written, { op: 'time-range', from: at, to: at + 1 })).toBe(true)
    expect(onTime(written, { op: 'time-range', from: at - 1, to: at })).toBe(false)
    expect(onTime(written, { op: 'time-range', from: at + 1 })).toBe(false)
  }
})

test('a list passes when any element does, its negation when none does', () => {
  const test: Predicate = {
    kind: 'test',
    column: { name: 'ports', shape: 'number-list' },
    test: { op: 'number-equals', value: 22 },
  }
  const not: Predicate = { kind: 'not', operand: test }
  expect([matches(test, { ports: [22, 80] }), matches(not, { ports: [22, 80] })]).toEqual([true, false])
  expect([matches(test, { ports: [] }), matches(not, { ports: [] })]).toEqual([false, true])
  expect([matches(test, { ports: null }), matches(not, {})]).toEqual([false, true])
})

test('folding lowers each code point by itself, whatever stands beside it', () => {
  const alone = (text: string): string =>
    Array.from(text.toWellFormed(), (char) => char.toLowerCase()).join('')
  const differing: string[] = []
  // No letter with a case lies beyond.
  for (let point = 0; point <= 0x1_ffff; point += 1) {
    const char = String.fromCodePoint(point)
    for (const text of [char, `aΣ${char} Α${char}`, `İ${char}Σ${char}\u0307`])
      if (fold(text) !== alone(text)) differing.push(text)
  }
  expect(differing).toEqual([])
})

test('folding is settled in one step and joins the cases of a letter', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const folded = fold(text)
      expect(fold(folded)).toBe(folded)
    }),
  )
  expect(fold('ÉCOLE ΣΑΣ')).toBe('école σασ')
  expect(fold('İ')).toBe('i\u0307')
})

test('texts are ordered as their UTF-8 bytes are', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 4 })
  fc.assert(
    fc.property(text, text, (left, right) => {
      const bytes = Buffer.compare(Buffer.from(left), Buffer.from(right))
      expect(Math.sign(compareText(left, right))).toBe(bytes)
    }),
  )
  expect(compareText('\uffff', '😀')).toBeLessThan(0)
})
