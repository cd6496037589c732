import { expect, test } from 'vitest'
import { analysisParts } from '#model/analysis.ts'
import { classOf, isUnseen, partHref, partIn, placeIn } from './parts.ts'

const params = (text: string) => new URLSearchParams(text)

test('every part is of a class, of those not seen, or all', () => {
  for (const part of analysisParts) {
    expect(partIn(params(`part=${part}`))).toBe(part)
    expect([classOf(part) !== null, isUnseen(part), part === 'all'].filter(Boolean)).toHaveLength(1)
  }
  expect(partIn(params('part=nonsense'))).toBe('all')
})

test('another part begins anew and keeps the query and how it is shown', () => {
  const href = partHref(params('part=benign&gnql=port:22&view=stats&after=x&row=1&at=100'), 'not-observed')
  expect(Object.fromEntries(params(href.slice(1)))).toEqual({
    part: 'not-observed',
    gnql: 'port:22',
    view: 'stats',
  })
  expect(partHref(params('part=benign'), 'all')).toBe('?')
})

test('only a whole place in a list is one', () => {
  expect(['', 'at=100', 'at=-1', 'at=x', 'at=1.5', 'at=1e99'].map((text) => placeIn(params(text)))).toEqual([
    0, 100, 0, 0, 0, 0,
  ])
})
