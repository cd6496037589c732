import { expect, test } from 'vitest'
import { analyze } from '#gnql/analyze.ts'
import { listsOf, uncertaintyHint } from './truncated-lists.ts'

test('the lists a query looks at are found at any depth, pairs by their list', () => {
  const { predicate } = analyze('port:22 (path:"/a*" OR -ja3.fingerprint:x) last_seen:1d', {
    catalogue: 'ip',
    now: Date.UTC(2026, 0, 1),
  })
  expect(listsOf(predicate)).toEqual(['http_path', 'ja3', 'last_seen', 'scan'])
})

test('certainty needs no words, uncertainty says how many', () => {
  expect(uncertaintyHint('a', 0)).toEqual([])
  expect(uncertaintyHint('a', 1200)[0]?.message).toContain('1,200 addresses keep only')
})
