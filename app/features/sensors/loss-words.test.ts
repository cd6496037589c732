import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { lossWords } from './loss-words.ts'

it('has words for every reason that an agent counts by, and leaves others as they are', () => {
  const reasons = ['losses.ts', 'decoys/losses.ts'].flatMap((file) => {
    const text = readFileSync(new URL(`../../../sensor/${file}`, import.meta.url), 'utf8')
    return [...text.matchAll(/^ {2}\| '([a-z-]+)'/gm)].map(([, reason]) => reason!)
  })
  expect(reasons.length).toBeGreaterThan(14)
  expect(reasons.filter((reason) => reason !== 'events' && lossWords(reason) === reason)).toEqual([])
  expect(lossWords('dropped by kernel')).toBe('dropped by kernel')
  expect(lossWords('constructor')).toBe('constructor')
})
