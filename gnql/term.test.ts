import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { matches } from './match.ts'
import { addTerm } from './narrow.ts'
import { term } from './term.ts'
import { ipDocument } from './testing/documents.ts'
import { analyze } from './analyze.ts'
import { fold } from './values/fold.ts'

const now = Date.UTC(2026, 10, 21)
const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom('', 'and', '-x', '!x', 'tags:x', 'a,b', '::1', '[1 TO 2]', '>5', '*', '?', '\\', 'ip:::1'),
)
const analyzed = (text: string) => analyze(text, { catalogue: 'ip', now, windowDays: 0 })

test('the term of any value means exactly that value', () => {
  fc.assert(
    fc.property(value, fc.boolean(), (value, negated) => {
      const { ok, predicate, diagnostics } = analyzed(term('metadata.os', value, negated))
      expect(ok).toBe(true)
      expect(diagnostics).toEqual([])
      const test = {
        kind: 'test',
        column: { name: 'os', shape: 'text' },
        test: { op: 'equals', value: fold(value) },
      }
      expect(predicate).toEqual(negated ? { kind: 'not', operand: test } : test)
    }),
    { numRuns: 2000 },
  )
})

test('a term is added to the whole query, alternatives too', () => {
  expect(addTerm('', 'vpn:true')).toBe('vpn:true')
  expect(addTerm('tags: SIP Scanner', '-vpn:true')).toBe('tags: SIP Scanner -vpn:true')
  const narrowed = analyzed(addTerm('tor:true OR bot:true', 'vpn:true')).predicate
  expect(matches(narrowed, ipDocument({ tor: true }))).toBe(false)
  expect(matches(narrowed, ipDocument({ tor: true, vpn: true }))).toBe(true)
})
