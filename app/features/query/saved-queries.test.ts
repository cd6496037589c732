import { afterEach, beforeEach, expect, test } from 'vitest'
import { forgetQueries, leaveQueries, renameQuery, savedQueries, saveQuery } from './saved-queries.ts'

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

const query = (gnql: string, view = '', name = '') => ({ name, gnql, view })

test('queries are kept the newest first, each once, are named, and can be forgotten', () => {
  saveQuery(query('port:23'))
  saveQuery(query('tor:true', '?sort=ip'))
  saveQuery(query('port:23', '?cols=tags'))
  expect(renameQuery('tor:true', 'Tor')).toBe(true)
  expect(savedQueries()).toEqual([
    { ...query('port:23', '?cols=tags'), isLeft: false },
    { ...query('tor:true', '?sort=ip', 'Tor'), isLeft: false },
  ])
  forgetQueries('tor:true')
  saveQuery(query('tor:true', '?sort=ip'), 1)
  expect(savedQueries().map(({ gnql }) => gnql)).toEqual(['port:23', 'tor:true'])
  forgetQueries('port:23')
  expect(savedQueries().map(({ gnql }) => gnql)).toEqual(['tor:true'])
})

test('what an account did not take over is marked, until it is saved anew', () => {
  saveQuery(query('port:23'))
  leaveQueries('port:23')
  expect(savedQueries()).toMatchObject([{ isLeft: true }])
  saveQuery(query('port:23'))
  expect(savedQueries()).toMatchObject([{ isLeft: false }])
})

test('fifty are kept, and none that is too long', () => {
  for (let at = 0; at < 60; at += 1) saveQuery(query(`port:${at}`))
  expect(saveQuery(query('x'.repeat(3000)))).toBe(false)
  expect(savedQueries().length).toBe(50)
  expect(savedQueries()[0]?.gnql).toBe('port:59')
})

test('of an older release they have no name', () => {
  localStorage.setItem('noisefloor-saved-queries', '[{"gnql":"port:23","view":""}]')
  expect(savedQueries()).toEqual([{ ...query('port:23'), isLeft: false }])
})

test('what others wrote there is nothing, and leads nowhere else', () => {
  for (const text of [
    '',
    '{',
    '{}',
    '[1,null,{"gnql":"a"}]',
    '[{"gnql":"a","view":"/../evil"}]',
    '[{"gnql":" ","view":""}]',
    '[{"gnql":"a\\u0000","view":""}]',
  ]) {
    localStorage.setItem('noisefloor-saved-queries', text)
    expect(savedQueries()).toEqual([])
  }
  localStorage.setItem('noisefloor-saved-queries', '[{"gnql":"a","view":"","name":"a\\nb"}]')
  expect(savedQueries()).toMatchObject([{ name: 'a b' }])
})

test('where the browser keeps nothing, that is told', () => {
  localStorage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  expect(saveQuery(query('port:23'))).toBe(false)
})
