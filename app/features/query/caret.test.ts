import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { caretLine } from './caret.ts'

test('the marks stand under the span', () => {
  expect(caretLine('tags:Mirai bad( port', { start: 11, end: 15 })).toEqual({
    text: 'tags:Mirai bad( port',
    marks: '           ^^^^',
  })
})

test('an empty span at the end still gets a mark', () => {
  expect(caretLine('tags:', { start: 5, end: 5 })).toEqual({ text: 'tags:', marks: '     ^' })
})

test('an unseen character of two code units takes two columns', () => {
  expect(caretLine('\u{1d173}x', { start: 2, end: 3 })).toEqual({ text: '  x', marks: '  ^' })
})

test('a long text is cut around the span', () => {
  const text = `${'a'.repeat(200)}HERE${'b'.repeat(200)}`
  const line = caretLine(text, { start: 200, end: 204 })
  expect(line.text.slice(line.marks.indexOf('^'), line.marks.length)).toBe('HERE')
  expect(line.text.length).toBeLessThan(160)
})

test('whatever the span, the line is one line and the marks stay near it', () => {
  const spans = fc.record({
    start: fc.integer({ min: -9, max: 400 }),
    end: fc.integer({ min: -9, max: 400 }),
  })
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), spans, (text, span) => {
      const line = caretLine(text, span)
      expect(line.text).not.toMatch(/[\n\r]/)
      expect(line.marks).toMatch(/^ *\^+$/)
      expect(line.marks.length).toBeLessThanOrEqual(line.text.length + 1)
    }),
  )
})
