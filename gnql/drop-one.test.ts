import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { matches } from './match.ts'
import { ipRegistry } from './registry/ip.ts'
import { documents, queries } from './testing/generate.ts'
import { analyze } from './analyze.ts'
import { dropEach, keepEach } from './drop-one.ts'

const now = Date.UTC(2026, 10, 21, 12)
const analyzed = (text: string) => analyze(text, { catalogue: 'ip', now, windowDays: 0 })

test('each condition is left out once', () => {
  expect(dropEach(analyzed('tags:Mirai AND -country:NL (port:22 OR port:23)').tree)).toEqual([
    { condition: 'tags:Mirai', query: '-country:NL (port:22 OR port:23)' },
    { condition: '-country:NL', query: 'tags:Mirai (port:22 OR port:23)' },
    { condition: '(port:22 OR port:23)', query: 'tags:Mirai -country:NL' },
  ])
  expect(dropEach(analyzed('tags:Mirai OR tags:x').tree)).toEqual([])
})

test('each condition is left alone once', () => {
  expect(keepEach(analyzed('tags:Mirai -country:NL port:22').tree)).toEqual([
    { condition: '-country:NL port:22', query: 'tags:Mirai' },
    { condition: 'tags:Mirai port:22', query: '-country:NL' },
    { condition: 'tags:Mirai -country:NL', query: 'port:22' },
  ])
})

test('a part and what remains without it together are the query', () => {
  const query = queries(ipRegistry, now)
  fc.assert(
    fc.property(query, query, query, documents(now), (a, b, c, document) => {
      const asked = analyzed(`(${a}) (${b}) -(${c})`)
      for (const { condition, query } of dropEach(asked.tree)) {
        const together = [condition, query].every((text) => {
          const { ok, predicate } = analyzed(text)
          expect(ok, text).toBe(true)
          return matches(predicate, document)
        })
        expect(together).toBe(matches(asked.predicate, document))
      }
    }),
    { numRuns: 1000 },
  )
})
