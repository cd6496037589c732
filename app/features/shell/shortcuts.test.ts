import { expect, test } from 'vitest'
import { keyRows } from './key-rows.ts'
import { commandFor, fieldFor, type Pressed } from './shortcuts.ts'

const key = (name: string, held: Partial<Pressed> = {}): Pressed => ({
  key: name,
  metaKey: false,
  ctrlKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  ...held,
})

test('Ctrl K and ⌘K lead to the search from anywhere, the slash to the page’s query from its content only', () => {
  for (const place of ['field', 'content', 'elsewhere'] as const) {
    expect(fieldFor(key('k', { ctrlKey: true }), place)[0]).toContain('header')
    expect(fieldFor(key('K', { metaKey: true }), place)[0]).toContain('header')
    expect(fieldFor(key('k'), place)).toEqual([])
  }
  expect(fieldFor(key('/'), 'content')[0]).toContain('gnql')
  expect(fieldFor(key('/'), 'field')).toEqual([])
  expect(fieldFor(key('/'), 'elsewhere')).toEqual([])
  expect(fieldFor(key('/', { ctrlKey: true }), 'content')).toEqual([])
  expect(fieldFor(key('/', { isComposing: true }), 'content')).toEqual([])
})

const alone = { place: 'content', before: null } as const

test('single keys are commands in the content alone, and none with a modifier', () => {
  expect(commandFor(key('j'), alone)).toEqual({ kind: 'row', step: 1, byArrow: false })
  expect(commandFor(key('k'), alone)).toEqual({ kind: 'row', step: -1, byArrow: false })
  expect(commandFor(key('?'), alone)).toEqual({ kind: 'keys' })
  for (const name of ['j', 'k', 'x', 'e', 's', 'o', '[', ']', ' ', 'ArrowDown', 'ArrowRight', '?']) {
    expect(commandFor(key(name), alone)).not.toBeNull()
    for (const place of ['field', 'elsewhere'] as const)
      expect(commandFor(key(name), { place, before: null })).toBeNull()
    for (const held of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { isComposing: true }])
      expect(commandFor(key(name, held), alone)).toBeNull()
  }
})

test('g and a letter go to a place; a letter after another key is itself', () => {
  expect(commandFor(key('t'), { place: 'content', before: 'g' })).toEqual({ kind: 'go', to: '/tags' })
  expect(commandFor(key('t'), { place: 'content', before: 'x' })).toBeNull()
  expect(commandFor(key('k'), { place: 'content', before: 'g' })).toBeNull()
})

test('Space selects, with Shift a range; with Shift arrows are the browser’s, as is every letter that is none of ours', () => {
  expect(commandFor(key(' '), alone)).toEqual({ kind: 'select', isRange: false, bySpace: true })
  expect(commandFor(key(' ', { shiftKey: true }), alone)).toEqual({
    kind: 'select',
    isRange: true,
    bySpace: true,
  })
  expect(commandFor(key('ArrowDown', { shiftKey: true }), alone)).toBeNull()
  for (const name of ['q', 'Tab', 'toString']) expect(commandFor(key(name), alone)).toBeNull()
})

/** What others listen to: the browser, fields, layers, and the menu of a value (features/value). */
const ofOthers = new Set(['/', 'Ctrl K', '⌘ K', 'Enter', 'Esc', '.', '+', '-', 'c', 'd'])
const names: Readonly<Record<string, string>> = {
  '↓': 'ArrowDown',
  '↑': 'ArrowUp',
  '→': 'ArrowRight',
  '←': 'ArrowLeft',
  Space: ' ',
}

test('every key of the list does something', () => {
  for (const { keys, isSequence } of keyRows) {
    const [first = '', second = ''] = keys
    if (isSequence)
      expect(commandFor(key(second), { place: 'content', before: first }), second).not.toBeNull()
    else
      for (const shown of keys.filter((one) => !ofOthers.has(one))) {
        const name = shown.replace('Shift ', '')
        expect(commandFor(key(names[name] ?? name), alone), shown).not.toBeNull()
      }
  }
})
