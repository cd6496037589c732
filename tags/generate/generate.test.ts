import { describe, expect, test } from 'vitest'
import { loadTags } from '../load.ts'
import { loadExploits, parseExploits } from './exploits.ts'
import { tagOf } from './rule.ts'

const facts = loadExploits()
const tags = loadTags()
const generated = tags.filter(({ slug }) => /^cve-\d/.test(slug))

describe('generated rules', () => {
  test('are exactly what their facts give', () => {
    expect(generated.length).toBeGreaterThanOrEqual(600)
    expect(facts.map(tagOf).toSorted((one, other) => (one.slug < other.slug ? -1 : 1))).toEqual(generated)
  })

  test('keep their vulnerability and where to read about it', () => {
    for (const { slug, cves, references } of generated) {
      expect(cves.map((cve) => cve.toLowerCase())).toContain(slug)
      expect(references).toEqual([`https://nvd.nist.gov/vuln/detail/${slug.toUpperCase()}`])
    }
  })

  test('tell of nothing that a rule by hand knows', () => {
    const byHand = new Set(tags.filter((tag) => !generated.includes(tag)).flatMap(({ cves }) => cves))
    expect(generated.flatMap(({ cves }) => cves.filter((cve) => byHand.has(cve)))).toEqual([])
  })

  test('call a request malicious only when something stands in it that does not belong there', () => {
    for (const fact of facts)
      if (fact.requests.some(({ kind }) => kind === 'endpoint'))
        expect(tagOf(fact).intention, fact.cves[0]).toBe('suspicious')
  })
})

test('what is no fact is refused', () => {
  expect(() => parseExploits([{ cves: ['CVE-1'], product: 'x', reference: 'no', requests: [] }])).toThrow()
})
