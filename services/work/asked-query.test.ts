import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { analyze } from '#gnql/analyze.ts'
import { complete } from '#gnql/complete/complete.ts'
import { matches } from '#gnql/match.ts'
import { registries } from '#gnql/registry/registries.ts'
import { documents, queries } from '#gnql/testing/generate.ts'
import { fieldGroups, lackingGroups, withholding } from '#model/ip-document/groups.ts'
import { visitorPlan } from '#model/entitlements.ts'
import { cases } from '#tests/cases.ts'
import { analyzeAsked } from './asked-query.ts'

const now = Date.UTC(2026, 10, 21, 12, 34, 56)
const understood = (query: string, lacking = fieldGroups) =>
  analyzeAsked({ query, now, historicDays: 90, lacking }, { tags: new Map() })

test('a query that names a field of a group is refused to whoever lacks it, however it is written, and says where', () => {
  const asked = registries.ip.fields.filter(({ columns }) => columns.length > 0)
  for (const { name, aliases, example, entitlement } of asked) {
    const group = fieldGroups.find((id) => id === entitlement)
    const value = example.slice(example.indexOf(':') + 1)
    for (const word of [name, ...aliases])
      for (const query of [
        `${word}:${value}`,
        `-${word}:*`,
        `malicious (tags:x OR ${word}:${value})`,
        `NOT (${word}:(${value}))`,
      ]) {
        const { ok, missing, diagnostics, predicate } = understood(query)
        if (group === undefined) {
          expect(missing, query).toEqual([])
          continue
        }
        expect({ ok, missing, predicate }, query).toEqual({
          ok: false,
          missing: [group],
          predicate: { kind: 'none' },
        })
        const [named] = diagnostics.filter(({ message }) => message.startsWith(`${name} belongs to `))
        expect(named?.message, query).toContain(`(${group})`)
        const from = query.indexOf(`${word}:`)
        expect(named?.span.start, query).toBeGreaterThanOrEqual(from)
        expect(named?.span.end, query).toBeGreaterThan(from)
        expect(
          understood(
            query,
            fieldGroups.filter((id) => id !== group),
          ).missing,
          query,
        ).toEqual([])
      }
  }
})

test('what is answered all the same tells nothing of what the plan lacks', () => {
  let refused = 0
  fc.assert(
    fc.property(
      queries(registries.ip, now),
      documents(now),
      fc.subarray([...fieldGroups]),
      (query, document, lacking) => {
        const { ok, predicate, missing } = understood(query, lacking)
        if (missing.length > 0) refused += 1
        if (!ok) return
        expect(matches(predicate, withholding(lacking)(document))).toBe(matches(predicate, document))
        expect(predicate).toEqual(analyze(query, { catalogue: 'ip', now }).predicate)
      },
    ),
    { numRuns: cases(500, 2000) },
  )
  expect(refused).toBeGreaterThan(50)
})

test('a plan with all groups lacks none, one without any lacks all', () => {
  expect(lackingGroups(visitorPlan)).toEqual([])
  expect(lackingGroups({ ...visitorPlan, entitlements: new Set() })).toEqual(fieldGroups)
  expect(fieldGroups.toSorted()).toEqual([
    'feature-ip-access-insights',
    'feature-ip-fingerprint-analysis',
    'feature-ip-geo-destination',
    'feature-ip-protocol-insights',
    'feature-ip-request-analysis',
    'feature-ip-source-attrs',
    'feature-ip-vuln-correlation',
  ])
})

test('completion offers the fields that a plan may ask for, and no other, by name or by value', () => {
  const asked = registries.ip.fields.filter(({ columns }) => columns.length > 0)
  for (const group of fieldGroups)
    for (const { name, example } of asked) {
      const items = (text: string) => complete({ text, cursor: text.length, lacking: [group] }).items
      const isAllowed = understood(example, [group]).missing.length === 0
      const isOffered = items(name).some(({ kind, label }) => kind === 'field' && label === name)
      expect(isOffered, `${name} without ${group}`).toBe(isAllowed)
      if (!isAllowed) expect(items(`${name}:`), `values of ${name}`).toEqual([])
    }
})
