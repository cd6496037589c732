import { expect, test } from 'vitest'
import { anything, assert, property } from 'fast-check'
import { beyond } from './nesting.ts'

const nestsDeeper = (json: Uint8Array, levels: number, deeper = 0): boolean =>
  beyond(json, { levels, deeper, parts: Infinity }) === 'levels'

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map((one) => depthOf(one)))
    : 0

test('a text nests as deep as what it says', () => {
  assert(
    property(anything({ withNullPrototype: false, maxDepth: 6, maxKeys: 4 }), (value) => {
      const text = JSON.stringify(value) ?? 'null'
      const depth = depthOf(JSON.parse(text))
      const bytes = Buffer.from(text)
      expect(nestsDeeper(bytes, depth), text).toBe(false)
      if (depth > 0) expect(nestsDeeper(bytes, depth - 1), text).toBe(true)
      const all = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').match(/[[{]/g)?.length ?? 0
      expect([nestsDeeper(bytes, 0, all), nestsDeeper(bytes, 0, all - 1)], text).toEqual([false, all > 0])
    }),
  )
})

/** Names, arrays and objects. */
const partsIn = (value: unknown): number => {
  if (typeof value !== 'object' || value === null) return 0
  const parts = Object.values(value)
  return parts.reduce<number>((all, one) => all + partsIn(one), Array.isArray(value) ? 1 : 1 + parts.length)
}

test('a text has as many parts as what it says', () => {
  assert(
    property(anything({ withNullPrototype: false, maxDepth: 6, maxKeys: 4 }), (value) => {
      const text = JSON.stringify(value) ?? 'null'
      const parts = partsIn(JSON.parse(text))
      const bytes = Buffer.from(text)
      const deep = { levels: Infinity, deeper: 0 }
      expect(beyond(bytes, { ...deep, parts }), text).toBeNull()
      expect(beyond(bytes, { ...deep, parts: parts - 1 }), text).toBe(parts > 0 ? 'parts' : null)
    }),
  )
})

test('brackets in texts are none, whatever is escaped before them', () => {
  const bytes = Buffer.from(JSON.stringify(['[[{', '\\', '"[', '\\"[[', { '["{': 1 }]))
  expect(nestsDeeper(bytes, 2)).toBe(false)
  expect(nestsDeeper(bytes, 1)).toBe(true)
})

test('a text that is cut within a string or an escape nests as deep as what came of it', () => {
  for (const text of ['[["', '[["\\', '[["[[['])
    expect([nestsDeeper(Buffer.from(text), 1), nestsDeeper(Buffer.from(text), 2)], text).toEqual([
      true,
      false,
    ])
})
