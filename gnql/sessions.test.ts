import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cases } from '#tests/cases.ts'
import { conditions, explain } from './explain/explain.ts'
import { matches } from './match.ts'
import type { Predicate } from './predicate.ts'
import { registries } from './registry/registries.ts'
import { queries } from './testing/generate.ts'
import { rows } from './testing/rows.ts'
import { analyze } from './analyze.ts'

/** The laws of the language over sessions: one core, whatever the catalogue. */

const now = Date.UTC(2026, 10, 21, 12)
const analyzed = (text: string) => analyze(text, { catalogue: 'session', now })
const query = queries(registries.session, now)
const session = rows(registries.session, now)
const runs = { numRuns: cases(400, 1500) }

describe('meaning', () => {
  const holds = (text: string, facts: object): boolean => {
    const { ok, predicate } = analyzed(text)
    expect(ok, text).toBe(true)
    return matches(predicate, facts)
  }

  test('AND, OR and NOT mean what they say, and De Morgan holds', () => {
    fc.assert(
      fc.property(query, query, session, (a, b, facts) => {
        const [left, right] = [holds(a, facts), holds(b, facts)]
        expect(holds(`(${a}) (${b})`, facts)).toBe(left && right)
        expect(holds(`(${b}) OR (${a})`, facts)).toBe(left || right)
        expect(holds(`-((${a}) OR (${b}))`, facts)).toBe(!left && !right)
        expect(holds(`-((${a}) AND (${b}))`, facts)).toBe(!left || !right)
      }),
      runs,
    )
  })

  test('sessions have no default window: nothing is added', () => {
    fc.assert(
      fc.property(query, (text) => {
        expect(analyzed(text).adjustedQuery, text).toBe('')
      }),
      runs,
    )
  })
})

describe('why a session is an answer', () => {
  test('the conditions together give the answer: nothing is left out, nothing is told twice', () => {
    fc.assert(
      fc.property(query, session, (text, facts) => {
        const { predicate, clauses } = analyzed(text)
        const verdicts = new Map<Predicate, boolean>()
        for (const { node } of conditions(predicate, clauses)) verdicts.set(node, matches(node, facts))
        expect(verdicts.size, text).toBe(clauses.size)
        const combined = (node: Predicate): boolean => {
          const known = verdicts.get(node)
          if (known !== undefined) return known
          if (node.kind === 'and') return node.operands.every(combined)
          if (node.kind === 'or') return node.operands.some(combined)
          return node.kind === 'not' ? !combined(node.operand) : node.kind === 'all'
        }
        expect(combined(predicate), text).toBe(matches(predicate, facts))
      }),
      runs,
    )
  })

  test('a condition on a field that matched names the value, and the session holds it', () => {
    let named = 0
    fc.assert(
      fc.property(query, session, (text, facts) => {
        const { predicate, clauses } = analyzed(text)
        const all = JSON.stringify(facts)
        for (const { node, clause } of conditions(predicate, clauses)) {
          if (clause.fields.length === 0 || !matches(node, facts)) continue
          const [own] = explain({ predicate: node, clauses: new Map([[node, clause]]) }, facts)
          const values = own?.values.flatMap(({ values }) => values) ?? []
          expect(values.length, text).toBeGreaterThan(0)
          for (const value of values) expect(all).toContain(JSON.stringify(value).slice(1, -1))
          named += values.length
        }
      }),
      { numRuns: cases(800, 3000) },
    )
    // Otherwise the law would hold for nothing.
    expect(named).toBeGreaterThan(cases(130, 500))
  })
})
