import { expect, test } from 'vitest'
import { byCountAndValue } from './value-count.ts'

const listed = (...values: [string, number][]): string[] =>
  values
    .map(([value, count]) => ({ value, count }))
    .toSorted(byCountAndValue)
    .map(({ value }) => value)

test('values are listed by how many have them, and of equal counts as one looks them up', () => {
  expect(listed(['Zambia', 2], ['albania', 2], ['Brazil', 2], ['Chad', 3])).toEqual([
    'Chad',
    'albania',
    'Brazil',
    'Zambia',
  ])
  expect(listed(['8080', 1], ['443', 1], ['80', 1])).toEqual(['80', '443', '8080'])
  expect(listed(['AS64500', 1], ['AS9', 1])).toEqual(['AS9', 'AS64500'])
  expect(listed(['CVE-2021-44228', 1], ['CVE-2021-999', 1])).toEqual(['CVE-2021-999', 'CVE-2021-44228'])
})

test('what reads alike has an order of its own, always the same', () => {
  const alike: [string, number][] = [
    ['a\u200bb', 1],
    ['ab', 1],
  ]
  expect(listed(...alike)).toEqual(listed(...alike.toReversed()))
})
