import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchesIn, wordsOf } from './words.ts'

test('a CVE, a path and a network are the same words however they are written', () => {
  for (const text of ['CVE-2021-44228', 'cve 2021 44228', ' cve_2021_44228 ', 'cve:2021/44228'])
    expect(wordsOf(text)).toEqual(['cve', '2021', '44228'])
  expect(wordsOf('/cgi-bin/luci')).toEqual(['cgi', 'bin', 'luci'])
  expect(wordsOf('AS15169')).toEqual(['as15169'])
  expect(wordsOf('ＡＳ１５１６９')).toEqual(['as15169'])
  expect(wordsOf('—')).toEqual([])
})

test('marks stand inside the label, one behind the other, and each covers the beginning of a word', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.array(fc.string({ minLength: 1 })), (label, typed) => {
      let last = 0
      for (const [from, to] of matchesIn(label, typed.flatMap(wordsOf))) {
        expect(from).toBeGreaterThanOrEqual(last)
        expect(to).toBeGreaterThan(from)
        expect(to).toBeLessThanOrEqual(label.length)
        last = to
      }
    }),
  )
  expect(matchesIn('Apache Log4j RCE Attempt', ['log', 'at'])).toEqual([
    [7, 10],
    [17, 19],
  ])
})
