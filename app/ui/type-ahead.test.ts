import { expect, test } from 'vitest'
import { openTypeAhead } from './type-ahead.ts'

const labels = ['Add to query', 'Open', 'Open in new tab', 'Copy', 'Copy defanged', 'Copy as ip:…']

/** Where keys lead, each so many milliseconds after the one before. */
function led(keys: readonly (readonly [key: string, after: number])[], from = 0): (number | null)[] {
  const typeAhead = openTypeAhead()
  let [now, current] = [0, from]
  return keys.map(([key, after]) => {
    now += after
    const to = typeAhead.lead({ key, timeStamp: now }, labels, current)
    current = to ?? current
    return to
  })
}

const word = (text: string, after: number) => [...text].map((key) => [key, after] as const)

test('letters in quick succession are one word, which is forgotten after 350 ms', () => {
  expect(led(word('copy d', 349)).at(-1)).toBe(4)
  expect(led(word('copy a', 349)).at(-1)).toBe(5)
  // Each letter by itself: the second is the beginning of "Open".
  expect(led(word('co', 350))).toEqual([3, 1])
  expect(led(word('co', 349))).toEqual([3, 3])
})

test('a letter again leads to the next that begins with it, and round', () => {
  expect(led(word('ccccc', 1000))).toEqual([3, 4, 5, 3, 4])
  expect(led(word('A', 1000), 3)).toEqual([0])
})

test('what no entry begins with, and keys that are no letters, lead nowhere', () => {
  expect(led(word('z', 1000))).toEqual([null])
  expect(led([['ArrowDown', 1000]])).toEqual([null])
  // A space alone presses the entry that has the focus.
  expect(led([[' ', 1000]])).toEqual([null])
  expect(openTypeAhead().lead({ key: 'a', timeStamp: 0 }, [], -1)).toBeNull()
})
