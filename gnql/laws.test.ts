import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases } from '#tests/cases.ts'
import { columnsOf } from './columns.ts'
import { matches } from './match.ts'
import { parse } from './parse.ts'
import type { Predicate } from './predicate.ts'
import type { Field } from './registry/field.ts'
import { registries } from './registry/registries.ts'
import { fieldCatalogues } from './registry/registry.ts'
import { documents, guarded, queries, terms, valuesOf } from './testing/generate.ts'
import { awkward } from './testing/vocabulary.ts'
import { leaves, type Query } from './tree.ts'
import { analyze } from './analyze.ts'
import { quote } from './quoting.ts'

const now = Date.UTC(2026, 10, 21, 12, 34, 56)
const meaning = (text: string): Predicate => {
  const { ok, predicate } = analyze(text, { catalogue: 'ip', now, windowDays: 0 })
  expect(ok, text).toBe(true)
  return predicate
}
const query = queries(registries.ip, now)
const document = documents(now)
const runs = { numRuns: cases(500, 2000) }

test('De Morgan: not (a or b) is not a and not b, and the other way round', () => {
  fc.assert(
    fc.property(query, query, document, (a, b, facts) => {
      const holds = (text: string): boolean => matches(meaning(text), facts)
      expect(holds(`-((${a}) OR (${b}))`)).toBe(holds(`-(${a}) -(${b})`))
      expect(holds(`-((${a}) AND (${b}))`)).toBe(holds(`-(${a}) OR -(${b})`))
    }),
    runs,
  )
})

test('AND and OR commute, and mean what their parts mean', () => {
  fc.assert(
    fc.property(query, query, document, (a, b, facts) => {
      const holds = (text: string): boolean => matches(meaning(text), facts)
      const [left, right] = [holds(a), holds(b)]
      expect(holds(`(${a}) (${b})`)).toBe(left && right)
      expect(holds(`(${b}) and (${a})`)).toBe(left && right)
      expect(holds(`(${a}) OR (${b})`)).toBe(left || right)
      expect(holds(`(${b}) or (${a})`)).toBe(left || right)
      expect(holds(`NOT (${a})`)).toBe(!left)
    }),
    runs,
  )
})

test('a group of one field means what its values mean one by one: OR, AND, NOT and parentheses', () => {
  const recorded = registries.ip.fields.filter(({ columns }) => columns.length > 0)
  const terms = fc.constantFrom(...recorded).chain((field) => {
    const value = valuesOf(field, now).map(guarded)
    return fc.tuple(fc.constantFrom(field.name, ...field.aliases), value, value)
  })
  let telling = 0
  fc.assert(
    fc.property(terms, document, ([name, a, b], facts) => {
      const holds = (text: string): boolean => matches(meaning(text), facts)
      const [left, right] = [holds(`${name}:(${a})`), holds(`${name}:(${b})`)]
      expect(holds(`${name}:(-${a})`)).toBe(!left)
      expect(holds(`${name}:(NOT (${a}))`)).toBe(!left)
      expect(holds(`${name}:(${a} OR ${b})`)).toBe(left || right)
      expect(holds(`${name}:(${a} AND -(${b}))`)).toBe(left && !right)
      expect(holds(`-${name}:(!${a} and ${b})`)).toBe(!(!left && right))
      if (left !== right) telling++
    }),
    runs,
  )
  expect(telling).toBeGreaterThan(cases(25, 100))
})

test('the adjusted query, asked again, means the same and is adjusted no further', () => {
  fc.assert(
    fc.property(query, document, (text, facts) => {
      const asked = analyze(text, { catalogue: 'ip', now })
      if (asked.adjustedQuery === '') return
      const again = analyze(asked.adjustedQuery, { catalogue: 'ip', now })
      expect(again.ok).toBe(true)
      expect(again.adjustedQuery).toBe('')
      expect(matches(again.predicate, facts)).toBe(matches(asked.predicate, facts))
    }),
    runs,
  )
})

test('an exact text finds exactly the documents that hold it', () => {
  const texts = registries.ip.fields.filter((field) => field.type === 'text' && field.columns.length > 0)
  fc.assert(
    fc.property(fc.constantFrom(...texts), fc.constantFrom(...awkward), (field, value) => {
      const { predicate } = analyze(`${field.name}:${quote([value])}`, {
        catalogue: 'ip',
        now,
        windowDays: 0,
      })
      const [column] = field.columns
      const [name = '', member = ''] = column?.name.split('.') ?? []
      const hold = (held: string): object => {
        if (member !== '') return { [name]: [{ [member]: held }] }
        return { [name]: column?.shape === 'text-list' ? ['x', held] : held }
      }
      expect(matches(predicate, hold(value))).toBe(true)
      expect(matches(predicate, hold(`${value}x`))).toBe(false)
      expect(matches(predicate, {})).toBe(false)
    }),
    runs,
  )
})

const countLeaves = (tree: Query): number => {
  let count = 0
  for (const leaf of leaves(tree))
    count += leaf.kind === 'term' && leaf.value.kind === 'field-group' ? countLeaves(leaf.value.query) : 1
  return count
}

const countTests = (predicate: Predicate): number => {
  switch (predicate.kind) {
    case 'and':
    case 'or':
      return predicate.operands.reduce((sum, part) => sum + countTests(part), 0)
    case 'not':
      return countTests(predicate.operand)
    case 'test':
    case 'all':
    case 'none':
      return 1
  }
}

test('nothing is dropped: there are at least as many tests as values written', () => {
  fc.assert(
    fc.property(query, (text) => {
      expect(countTests(meaning(text)), text).toBeGreaterThanOrEqual(countLeaves(parse(text).tree))
    }),
    runs,
  )
})

test('a mistake anywhere stops the whole query, at its place', () => {
  const mistakes = [
    'nosuchfield:x',
    'spoofable:perhaps',
    'last_seen:soon',
    'sensor_hits:many',
    'ip:1.2.3',
    '[1 TO 2]',
  ]
  fc.assert(
    fc.property(query, fc.constantFrom(...mistakes), query, (before, mistake, after) => {
      const text = `(${before}) (${mistake}) (${after})`
      const { ok, predicate, diagnostics } = analyze(text, { catalogue: 'ip', now })
      expect(ok).toBe(false)
      expect(predicate).toEqual({ kind: 'none' })
      const at = before.length + 4
      const inside = diagnostics.filter(({ span }) => span.start >= at && span.end <= at + mistake.length)
      expect(
        inside.map((each) => each.severity),
        text,
      ).toContain('error')
    }),
    runs,
  )
})

/** Every field with every operator and every awkward value: understood, or refused with a reason and a place. */
const operators: ((value: string) => string)[] = [
  (value) => value,
  (value) => `>${value}`,
  (value) => `>=${value}`,
  (value) => `<${value}`,
  (value) => `<=${value}`,
  (value) => `[${value} TO ${value}]`,
  (value) => `{${value} TO *}`,
  (value) => `(${value} OR ${value})`,
  (value) => `(-${value})`,
]
const values = [...awkward, '1', '-1.5', '1e9', 'true', 'today', '7d', '2026-11-01', '198.18.0.1', '::1', '']

test.each(fieldCatalogues)('the matrix of %s fields, operators and awkward values', (catalogue) => {
  let [understood, refused] = [0, 0]
  const visit = (field: Field, text: string): void => {
    const { ok, predicate, diagnostics } = analyze(text, { catalogue, now, windowDays: 0 })
    const errors = diagnostics.filter((each) => each.severity === 'error')
    expect(ok, text).toBe(errors.length === 0)
    for (const { span, message } of diagnostics) {
      expect(message).not.toBe('')
      expect(span.end, text).toBeLessThanOrEqual(text.length)
    }
    if (ok) understood++
    else refused++
    // A valid text leads to the field's own columns and nowhere else.
    if (ok)
      expect(field.columns.map((column) => column.name)).toEqual(
        expect.arrayContaining([...columnsOf(predicate)]),
      )
  }
  for (const field of registries[catalogue].fields)
    for (const operator of operators)
      for (const value of values) visit(field, `${field.name}:${operator(quote([value]))}`)
  expect(understood).toBeGreaterThan(5000)
  expect(refused).toBeGreaterThan(1000)
})

test('words after the value of a field stand alone, also behind a negation, which covers only the value', () => {
  const fields = registries.ip.fields.filter(
    ({ type, phrase }) => type === 'boolean' || (type === 'text' && !phrase),
  )
  const value = fc.constantFrom('true', 'false', 'Mirai', 'AS64500', 'Belgium')
  const more = fc.constantFrom('Mirai', 'malicious', '198.18.0.0/16', 'AS4134', 'unknown')
  let telling = 0
  fc.assert(
    fc.property(
      fc.constantFrom(...fields),
      value,
      more,
      fc.constantFrom('-', 'NOT ', '', '--'),
      document,
      (field, text, word, sign, facts) => {
        fc.pre(field.columns.length > 0 && (field.type === 'text' || text === 'true' || text === 'false'))
        const term = `${sign}${field.name}:${text}`
        const together = matches(meaning(`${term} ${word}`), facts)
        expect(together).toBe(matches(meaning(`(${term}) AND ${word}`), facts))
        if (together !== matches(meaning(`-(${field.name}:${text} ${word})`), facts)) telling++
      },
    ),
    runs,
  )
  expect(telling).toBeGreaterThan(cases(25, 100))
})

test('a field is known by its name in any case', () => {
  fc.assert(
    fc.property(terms(registries.ip, now), document, (text, facts) => {
      fc.pre(/^[\0-\x7f]*$/u.test(text))
      const colon = text.indexOf(':')
      const shouted = text.slice(0, colon).toUpperCase() + text.slice(colon)
      expect(matches(meaning(shouted), facts)).toBe(matches(meaning(text), facts))
    }),
    runs,
  )
})
