import { afterEach, beforeEach, expect, test } from 'vitest'
import { forgetQuery, savedQueries, saveQuery } from './saved-queries.ts'

/** What a browser gives pages to keep things in. */
function storage(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    clear: () => kept.clear(),
    getItem: (key) => kept.get(key) ?? null,
    key: (at) => [...kept.keys()][at] ?? null,
    removeItem: (key) => void kept.delete(key),
    setItem: (key, value) => void kept.set(key, value),
  }
}

const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
beforeEach(() => Object.defineProperty(globalThis, 'localStorage', { value: storage(), configurable: true }))
afterEach(() => {
  if (before) Object.defineProperty(globalThis, 'localStorage', before)
  else Reflect.deleteProperty(globalThis, 'localStorage')
})

test('queries are kept the newest first, each once, and can be forgotten', () => {
  saveQuery({ gnql: 'port:23', view: '' })
  saveQuery({ gnql: 'tor:true', view: '?sort=ip' })
  saveQuery({ gnql: 'port:23', view: '?cols=tags' })
  expect(savedQueries()).toEqual([
    { gnql: 'port:23', view: '?cols=tags' },
    { gnql: 'tor:true', view: '?sort=ip' },
  ])
  forgetQuery('port:23')
  expect(savedQueries().map(({ gnql }) => gnql)).toEqual(['tor:true'])
})

test('fifty are kept, and none that is too long', () => {
  for (let at = 0; at < 60; at += 1) saveQuery({ gnql: `port:${at}`, view: '' })
  saveQuery({ gnql: 'x'.repeat(3000), view: '' })
  expect(savedQueries().length).toBe(50)
  expect(savedQueries()[0]?.gnql).toBe('port:59')
})

test('what others wrote there is nothing, and leads nowhere else', () => {
  for (const text of ['', '{', '{}', '[1,null,{"gnql":"a"}]', '[{"gnql":"a","view":"/../evil"}]']) {
    localStorage.setItem('noisefloor-saved-queries', text)
    expect(savedQueries()).toEqual([])
  }
})
