import { expect, test } from 'vitest'
import { commandFor, fieldFor, keyRows } from './shortcuts.ts'

const key = (name: string, held: Partial<Parameters<typeof fieldFor>[0]> = {}) => ({
  key: name,
  metaKey: false,
  ctrlKey: false,
  altKey: false,
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
  expect(commandFor(key('j'), alone)).toEqual({ kind: 'row', step: 1 })
  expect(commandFor(key('k'), alone)).toEqual({ kind: 'row', step: -1 })
  expect(commandFor(key('?'), alone)).toEqual({ kind: 'keys' })
  for (const name of ['j', 'k', 'x', 'e', '?']) {
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

test('every key of the list does something', () => {
  for (const { keys } of keyRows) {
    const [first = '', second] = keys
    if (first === '/' || first === 'Enter' || first.includes(' ')) continue
    const command = second
      ? commandFor(key(second), { place: 'content', before: first })
      : commandFor(key(first), alone)
    expect(command, keys.join(' ')).not.toBeNull()
  }
})
