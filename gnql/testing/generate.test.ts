import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { matches } from '../match.ts'
import { registries } from '../registry/registries.ts'
import { fieldCatalogues } from '../registry/registry.ts'
import { analyze } from '../analyze.ts'
import { documents, queries } from './generate.ts'

const now = Date.UTC(2026, 10, 21, 12, 34, 56)

test.each(fieldCatalogues)('every generated query over %s is understood', (catalogue) => {
  fc.assert(
    fc.property(queries(registries[catalogue], now), (text) => {
      const { ok, diagnostics } = analyze(text, { catalogue, now })
      expect(ok, `${text}\n${JSON.stringify(diagnostics, null, 1)}`).toBe(true)
    }),
    { numRuns: 3000 },
  )
})

test('generated queries and documents meet: neither nothing nor everything matches', () => {
  let [hits, misses] = [0, 0]
  const pairs = fc.sample(fc.tuple(queries(registries.ip, now), documents(now)), { numRuns: 3000, seed: 1 })
  for (const [text, document] of pairs) {
    const { predicate } = analyze(text, { catalogue: 'ip', now, windowDays: 0 })
    if (matches(predicate, document)) hits++
    else misses++
  }
  expect(hits).toBeGreaterThan(600)
  expect(misses).toBeGreaterThan(600)
})
