import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases } from '#tests/cases.ts'
import { parse } from './parse.ts'
import { print } from './print.ts'
import { registries } from './registry/registries.ts'
import { queries } from './testing/generate.ts'
import { trees, withoutSpans } from './testing/trees.ts'

test('parsing what was printed gives the same tree', () => {
  fc.assert(
    fc.property(trees, (tree) => {
      const text = print(tree)
      const again = parse(text)
      expect(again.diagnostics, text).toEqual([])
      expect(withoutSpans(again.tree), text).toEqual(withoutSpans(tree))
    }),
    { numRuns: cases(700, 2000) },
  )
})

test('printing what was parsed keeps the tree, and printing twice changes nothing', () => {
  fc.assert(
    fc.property(queries(registries.ip, 0), (text) => {
      const { tree } = parse(text)
      const printed = print(tree)
      expect(withoutSpans(parse(printed).tree)).toEqual(withoutSpans(tree))
      expect(print(parse(printed).tree)).toBe(printed)
    }),
    { numRuns: cases(700, 2000) },
  )
})

test.each([String.raw`aa:a\:\:`, 'aa: a::', String.raw`a:\:`, String.raw`-aa:a\:\: b`])(
  '%s does not print as an address',
  (text) => {
    const { tree } = parse(text)
    expect(withoutSpans(parse(print(tree)).tree)).toEqual(withoutSpans(tree))
  },
)

test.each([
  '2001:db8::1',
  '2001:db8::/32',
  'ip:(2001:db8::1,198.18.0.1 OR ::1)',
  'ip:2001:db8::1',
  'tags:Mirai -tor:true',
  'port:>=22 OR AS64500',
])('%s prints as it is usually written', (text) => expect(print(parse(text).tree)).toBe(text))
