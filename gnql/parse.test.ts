import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits } from './limits.ts'
import { parse } from './parse.ts'
import { print } from './print.ts'
import { leaves } from './tree.ts'
import { withoutSpans } from './testing/trees.ts'
import { understand } from './understand.ts'

const now = Date.UTC(2026, 10, 21)
const hostile = [
  ...String.raw`a:"\()-![]{}<>*?/ `,
  '&',
  '|',
  ' AND ',
  ' or',
  'not ',
  ' TO ',
  'ip:',
  'tags:',
  '1',
  ':1',
  '\n',
  '\ud800',
]

/** What must hold of any text at all. */
function answersOrTeaches(text: string): void {
  const { tree, diagnostics } = parse(text)
  const errors = diagnostics.filter((each) => each.severity === 'error')
  for (const { span } of diagnostics) {
    if (!(span.start >= 0 && span.start <= span.end && span.end <= text.length))
      throw new Error(`span of ${JSON.stringify(text)}`)
  }
  const understood = understand(text, { catalogue: 'ip', now })
  if (errors.length > 0 === understood.ok && errors.length > 0)
    throw new Error(`forgot the errors of ${JSON.stringify(text)}`)
  if (errors.length > 0) return
  const again = parse(print(tree))
  if (
    JSON.stringify(withoutSpans(again.tree)) !== JSON.stringify(withoutSpans(tree)) ||
    again.diagnostics.length > 0
  )
    throw new Error(`${JSON.stringify(text)} became ${JSON.stringify(print(tree))}`)
}

test('every text of up to 4 hostile characters gives an answer or a diagnostic, and prints to itself', () => {
  const alphabet = [...String.raw`a:"\()-![]{>*/ 1`, '\n']
  let count = 0
  const walk = (text: string, left: number): void => {
    answersOrTeaches(text)
    count++
    if (left > 0) for (const char of alphabet) walk(text + char, left - 1)
  }
  walk('', 4)
  expect(count).toBe(1 + 17 + 17 ** 2 + 17 ** 3 + 17 ** 4)
})

test('texts of up to 7 hostile pieces give an answer or a diagnostic', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...hostile), { minLength: 5, maxLength: 7 }), (parts) =>
      answersOrTeaches(parts.join('')),
    ),
    { numRuns: 20_000 },
  )
})

test.each(['__proto__', 'constructor:x', 'spoofable:__proto__', 'toString', 'last_seen:constructor'])(
  '%s is a word like any other',
  answersOrTeaches,
)

test('any text at all gives an answer or a diagnostic', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 60 }), answersOrTeaches), { numRuns: 3000 })
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

test('what lies within the bounds is read whole', () => {
  const deep = `${'('.repeat(limits.depth)}a${')'.repeat(limits.depth)}`
  expect(parse(deep).diagnostics).toEqual([])
  const long = 'a OR '.repeat(3000) + 'a'
  expect([...leaves(parse(long).tree)]).toHaveLength(3001)
})

test('a value may hold only so many wildcards', () => {
  const ask = (text: string) => understand(text, { catalogue: 'ip', now })
  expect(ask(`os:${'*a'.repeat(limits.wildcards)}`).ok).toBe(true)
  for (const text of [`os:${'*a'.repeat(limits.wildcards + 1)}`, '?'.repeat(limits.wildcards + 1)])
    expect(ask(text).diagnostics).toMatchObject([
      { severity: 'error', expected: [`at most ${limits.wildcards} wildcards`] },
    ])
})
