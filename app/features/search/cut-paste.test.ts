import { expect, test } from 'vitest'
import { isCutIn, maxTyped } from './cut-paste.ts'

const holding = (value: string, selectionStart = value.length, selectionEnd = selectionStart) => ({
  value,
  selectionStart,
  selectionEnd,
})

test('what fits is not cut: to the last character, in place of what is selected, and with the ends of lines of Windows', () => {
  expect(isCutIn(holding(''), 'x'.repeat(maxTyped))).toBe(false)
  expect(isCutIn(holding(''), 'x'.repeat(maxTyped + 1))).toBe(true)
  expect(isCutIn(holding('ip:'), 'x'.repeat(maxTyped))).toBe(true)
  expect(isCutIn(holding('ip:', 0, 3), 'x'.repeat(maxTyped))).toBe(false)
  expect(isCutIn(holding(''), 'x\r\n'.repeat(maxTyped / 2))).toBe(false)
})
