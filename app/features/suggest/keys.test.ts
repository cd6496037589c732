import { expect, test } from 'vitest'
import { actOf, type ListState } from './keys.ts'

const key = (name: string, held: Partial<Parameters<typeof actOf>[0]> = {}) => ({
  key: name,
  shiftKey: false,
  altKey: false,
  ctrlKey: false,
  isComposing: false,
  ...held,
})
const list = (state: Partial<ListState> = {}): ListState => ({
  open: true,
  count: 3,
  active: -1,
  typed: true,
  lines: false,
  ...state,
})

test('arrows go round the list and open it', () => {
  expect(actOf(key('ArrowDown'), list())).toEqual({ kind: 'move', to: 0 })
  expect(actOf(key('ArrowDown'), list({ active: 2 }))).toEqual({ kind: 'move', to: 0 })
  expect(actOf(key('ArrowUp'), list())).toEqual({ kind: 'move', to: 2 })
  expect(actOf(key('ArrowDown'), list({ open: false }))).toEqual({ kind: 'open' })
  expect(actOf(key('ArrowUp', { altKey: true }), list())).toEqual({ kind: 'close' })
})

test('in several lines arrows move the caret until the list is open, and Enter asks', () => {
  const lines = list({ open: false, lines: true })
  expect(actOf(key('ArrowDown'), lines)).toEqual({ kind: 'leave' })
  expect(actOf(key('ArrowDown', { altKey: true }), lines)).toEqual({ kind: 'open' })
  expect(actOf(key(' ', { ctrlKey: true }), lines)).toEqual({ kind: 'open' })
  expect(actOf(key('Enter'), lines)).toEqual({ kind: 'submit' })
  expect(actOf(key('Enter', { shiftKey: true }), lines)).toEqual({ kind: 'leave' })
})

test('Enter takes a chosen row and else submits; Tab completes what is being typed and else moves on', () => {
  expect(actOf(key('Enter'), list())).toEqual({ kind: 'leave' })
  expect(actOf(key('Enter'), list({ active: 1 }))).toEqual({ kind: 'apply', to: 1 })
  expect(actOf(key('Tab'), list())).toEqual({ kind: 'apply', to: 0 })
  expect(actOf(key('Tab'), list({ typed: false }))).toEqual({ kind: 'leave' })
  expect(actOf(key('Tab', { shiftKey: true }), list({ active: 1 }))).toEqual({ kind: 'leave' })
  expect(actOf(key('Tab'), list({ open: false }))).toEqual({ kind: 'leave' })
})

test('Escape closes the list once; nothing happens while a character is being composed', () => {
  expect(actOf(key('Escape'), list())).toEqual({ kind: 'close' })
  expect(actOf(key('Escape'), list({ open: false }))).toEqual({ kind: 'leave' })
  expect(actOf(key('Enter', { isComposing: true }), list({ active: 1 }))).toEqual({ kind: 'leave' })
})
