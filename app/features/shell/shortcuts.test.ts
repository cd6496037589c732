import { expect, test } from 'vitest'
import { fieldFor } from './shortcuts.ts'

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
