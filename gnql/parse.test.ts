import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases } from '#tests/cases.ts'
import { limits } from './limits.ts'
import { parse } from './parse.ts'
import { leaves } from './tree.ts'
import { answersOrTeaches, everyText, hostileLetters, hostilePieces, speaksAbout } from './testing/hostile.ts'
import { analyze } from './analyze.ts'

const now = Date.UTC(2026, 10, 21)

test('every text of up to 4 hostile characters gives an answer or a diagnostic, and prints to itself', () => {
  let count = 0
  for (const text of everyText(hostileLetters, 4)) {
    answersOrTeaches(text)
    count++
  }
  expect(count).toBe(1 + 17 + 17 ** 2 + 17 ** 3 + 17 ** 4)
})

test('texts of up to 7 hostile pieces give an answer or a diagnostic', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...hostilePieces), { minLength: 5, maxLength: 7 }), (parts) => {
      answersOrTeaches(parts.join(''))
    }),
    { numRuns: cases(6000, 30_000) },
  )
})

test('whatever speaks about a query speaks about any: sentence, explanation, completion at every place', () => {
  for (const text of everyText(hostileLetters, 2)) speaksAbout(text)
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...hostilePieces), { maxLength: 7 }), (parts) =>
      speaksAbout(parts.join('')),
    ),
    { numRuns: 2000 },
  )
})

test.each(['__proto__', 'constructor:x', 'spoofable:__proto__', 'toString', 'last_seen:constructor'])(
  '%s is a word like any other',
  speaksAbout,
)

test('any text at all gives an answer or a diagnostic', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => void answersOrTeaches(text)),
    { numRuns: cases(700, 3000) },
  )
})

test.each([
  ['too many bytes', 'a'.repeat(limits.bytes + 1)],
  ['too many bytes in few letters', 'é'.repeat(limits.bytes / 2 + 1)],
  ['parentheses too deep', `${'('.repeat(5000)}a${')'.repeat(5000)}`],
  ['negations too deep', `${'-'.repeat(16_000)}a`],
  ['field groups too deep', `${'a:('.repeat(3000)}b`],
])('%s is one error', (_, text) => {
  const { diagnostics } = parse(text)
  expect(diagnostics).toHaveLength(1)
  expect(diagnostics[0]).toMatchObject({ severity: 'error' })
})

test.each(['(vpn:true): and tor:true', ': or tor:true', 'vpn:true) or tor:true', 'vpn:true) and tor:true'])(
  '%s is one mistake, not two',
  (text) => expect(parse(text).diagnostics).toHaveLength(1),
)

test('what lies within the bounds is read whole', () => {
  const deep = `${'('.repeat(limits.depth)}a${')'.repeat(limits.depth)}`
  expect(parse(deep).diagnostics).toEqual([])
  const long = 'a OR '.repeat(3000) + 'a'
  expect([...leaves(parse(long).tree)]).toHaveLength(3001)
})

test('a value may hold only so many wildcards', () => {
  const analyzed = (text: string) => analyze(text, { catalogue: 'ip', now })
  expect(analyzed(`os:${'*a'.repeat(limits.wildcards)}`).ok).toBe(true)
  for (const text of [`os:${'*a'.repeat(limits.wildcards + 1)}`, '?'.repeat(limits.wildcards + 1)])
    expect(analyzed(text).diagnostics).toMatchObject([
      { severity: 'error', expected: [`at most ${limits.wildcards} wildcards`] },
    ])
})
