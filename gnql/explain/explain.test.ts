import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cases } from '#tests/cases.ts'
import { matches } from '../match.ts'
import type { Predicate } from '../predicate.ts'
import { ipRegistry } from '../registry/ip.ts'
import { ipDocument } from '../testing/documents.ts'
import { documents, queries } from '../testing/generate.ts'
import { analyze } from '../analyze.ts'
import { conditions, explain } from './explain.ts'

const now = Date.UTC(2026, 10, 21, 12)
const analyzed = (text: string, windowDays = 0) => analyze(text, { catalogue: 'ip', now, windowDays })

describe('why a row is an answer', () => {
  test('each condition says whether it matched and on what', () => {
    const text = 'tags:mir* (port:23 OR port:22) -classification:benign'
    const document = ipDocument({
      tags: ['mirai'],
      tag_names: ['Mirai'],
      scan: [{ port: 22, protocol: 'tcp' }],
      classification: 'malicious',
    })
    expect(
      explain(analyzed(text, 90), document).map(({ span, ...rest }) => ({
        ...rest,
        text: span && text.slice(span.start, span.end),
      })),
    ).toEqual([
      {
        text: 'mir*',
        words: 'tagged like “mir*”',
        excludes: false,
        matched: true,
        values: [{ field: 'tags', values: ['Mirai'] }],
      },
      {
        text: '23',
        words: 'on port 23',
        excludes: false,
        matched: false,
        values: [{ field: 'raw_data.scan.port', values: ['22'] }],
      },
      {
        text: '22',
        words: 'on port 22',
        excludes: false,
        matched: true,
        values: [{ field: 'raw_data.scan.port', values: ['22'] }],
      },
      {
        text: 'benign',
        words: 'classified benign',
        excludes: true,
        matched: false,
        values: [{ field: 'classification', values: ['malicious'] }],
      },
      {
        text: null,
        words: 'seen in the last 90 days',
        excludes: false,
        matched: true,
        values: [{ field: 'last_seen', values: ['2026-11-20T12:00:00Z'] }],
      },
    ])
  })

  const runs = { numRuns: cases(700, 3000) }
  const query = queries(ipRegistry, now)

  test('the conditions together give the answer: nothing is left out, nothing is told twice', () => {
    fc.assert(
      fc.property(query, documents(now), (text, document) => {
        const { predicate, clauses } = analyzed(text, 90)
        const verdicts = new Map<Predicate, boolean>()
        for (const { node } of conditions(predicate, clauses)) verdicts.set(node, matches(node, document))
        expect(verdicts.size, text).toBe(clauses.size)
        const combined = (node: Predicate): boolean => {
          const known = verdicts.get(node)
          if (known !== undefined) return known
          if (node.kind === 'and') return node.operands.every(combined)
          if (node.kind === 'or') return node.operands.some(combined)
          if (node.kind === 'not') return !combined(node.operand)
          return node.kind === 'all'
        }
        expect(combined(predicate), text).toBe(matches(predicate, document))
        expect(explain({ predicate, clauses }, document)).toHaveLength(clauses.size)
      }),
      runs,
    )
  })

  test('a condition on a field that matched names the value, and the document holds it', () => {
    fc.assert(
      fc.property(query, documents(now), (text, document) => {
        const { predicate, clauses } = analyzed(text)
        const all = JSON.stringify(document)
        for (const { node, clause } of conditions(predicate, clauses)) {
          if (clause.fields.length === 0 || !matches(node, document)) continue
          const [own] = explain({ predicate: node, clauses: new Map([[node, clause]]) }, document)
          const values = own?.values.flatMap(({ values }) => values) ?? []
          expect(values.length, text).toBeGreaterThan(0)
          for (const value of values) expect(all).toContain(JSON.stringify(value).slice(1, -1))
        }
      }),
      runs,
    )
  })
})
