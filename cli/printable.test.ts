import { expect, test } from 'vitest'
import { printable } from './printable.ts'

test('escape sequences and direction overrides reach the terminal as visible text', () => {
  expect(printable('\u001b[2J')).toBe('\\u{1b}[2J')
  expect(printable('a\u202eb\u0000c\u009bd')).toBe('a\\u{202e}b\\u{0}c\\u{9b}d')
  expect(printable('Zürich 東京')).toBe('Zürich 東京')
})
