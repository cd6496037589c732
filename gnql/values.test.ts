import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases } from '#tests/cases.ts'
import { matches, valuesIn } from './match.ts'
import { registries } from './registry/registries.ts'
import { documents } from './testing/generate.ts'
import { addresses, decimals, numbers } from './testing/vocabulary.ts'
import { analyze } from './analyze.ts'

/** What single values mean, read here a second time and in the plainest way: from the document's own values. */

const now = Date.UTC(2026, 10, 21, 12, 34, 56)
const holds = (text: string, facts: object): boolean => {
  const { ok, predicate } = analyze(text, { catalogue: 'ip', now, windowDays: 0 })
  expect(ok, text).toBe(true)
  return matches(predicate, facts)
}
const fieldsOf = (type: string) =>
  fc.constantFrom(...registries.ip.fields.filter((field) => field.type === type && field.columns.length > 0))
const document = documents(now)
const runs = { numRuns: cases(500, 1500) }

test('numbers: equal, listed, compared and between, with the ends as the brackets say', () => {
  const number = fc.constantFrom(...numbers, ...decimals)
  fc.assert(
    fc.property(fieldsOf('number'), number, number, document, (field, a, b, facts) => {
      const values = field.columns.flatMap((column) => valuesIn(column, facts)).map(Number)
      const some = (test: (value: number) => boolean): boolean => values.some(test)
      const { name } = field
      expect(holds(`${name}:${a}`, facts)).toBe(some((value) => value === a))
      expect(holds(`${name}:${a},${b}`, facts)).toBe(some((value) => value === a || value === b))
      expect(holds(`${name}:>${a}`, facts)).toBe(some((value) => value > a))
      expect(holds(`${name}:>=${a}`, facts)).toBe(some((value) => value >= a))
      expect(holds(`${name}:<${a}`, facts)).toBe(some((value) => value < a))
      expect(holds(`${name}:<=${a}`, facts)).toBe(some((value) => value <= a))
      expect(holds(`${name}:[${a} TO ${b}]`, facts)).toBe(some((value) => value >= a && value <= b))
      expect(holds(`${name}:{${a} TO ${b}]`, facts)).toBe(some((value) => value > a && value <= b))
      expect(holds(`${name}:[${a} TO ${b}}`, facts)).toBe(some((value) => value >= a && value < b))
      expect(holds(`${name}:*`, facts)).toBe(values.length > 0)
    }),
    runs,
  )
})

test('times: a day is a whole day, reaching back ends now, and never is before nothing', () => {
  const day = fc
    .integer({ min: 0, max: 100 })
    .map((ago) => new Date(now - ago * 86_400_000).toISOString().slice(0, 10))
  fc.assert(
    fc.property(
      fieldsOf('time'),
      day,
      fc.integer({ min: 1, max: 100 }),
      document,
      ({ name, columns }, date, ago, facts) => {
        const [value] = columns
          .flatMap((column) => valuesIn(column, facts))
          .map((text) => Date.parse(String(text)))
        const when = (test: (at: number) => boolean): boolean => value !== undefined && test(value)
        const begins = Date.parse(date)
        const ends = begins + 86_400_000
        expect(holds(`${name}:${date}`, facts)).toBe(when((at) => at >= begins && at < ends))
        expect(holds(`${name}:>${date}`, facts)).toBe(when((at) => at >= ends))
        expect(holds(`${name}:>=${date}`, facts)).toBe(when((at) => at >= begins))
        expect(holds(`${name}:<${date}`, facts)).toBe(when((at) => at < begins))
        expect(holds(`${name}:<=${date}`, facts)).toBe(when((at) => at < ends))
        expect(holds(`${name}:{${date} TO *]`, facts)).toBe(when((at) => at >= ends))
        expect(holds(`${name}:${ago}d`, facts)).toBe(when((at) => at >= now - ago * 86_400_000 && at <= now))
        expect(holds(`${name}:<${ago}d`, facts)).toBe(when((at) => at < now - ago * 86_400_000))
        expect(holds(`${name}:*`, facts)).toBe(value !== undefined)
      },
    ),
    runs,
  )
})

test('truths, addresses, names that stand for none, and numbers of networks', () => {
  const address = fc.constantFrom(...addresses)
  fc.assert(
    fc.property(fieldsOf('boolean'), address, address, document, ({ name, columns }, a, b, facts) => {
      const [column] = columns
      const held = column && valuesIn(column, facts)[0]
      expect(holds(`${name}:true`, facts)).toBe(held === true)
      expect(holds(`${name}:FALSE`, facts)).toBe(held === false)
      expect(holds(`ip:${a}`, facts)).toBe(facts.ip === a)
      expect(holds(`ip:${a},${b}`, facts)).toBe(facts.ip === a || facts.ip === b)
      // Inside a group a colon could begin another field.
      expect(holds(`ip:(${a},${b})`, facts)).toBe(facts.ip === a || facts.ip === b)
      expect(holds('actor:*', facts)).toBe(facts.actor !== '' && facts.actor.toLowerCase() !== 'unknown')
      for (const asn of ['64500', '4134'])
        expect(holds(`asn:${asn}`, facts)).toBe(facts.asn.toLowerCase() === `as${asn}`)
    }),
    runs,
  )
})

test('the window is added exactly where no field of last_seen is asked', () => {
  const asks = (text: string): string => analyze(text, { catalogue: 'ip', now }).adjustedQuery
  for (const { name } of registries.ip.fields) {
    const limits = name.startsWith('last_seen')
    expect(asks(`-(${name}:*)`) === '', name).toBe(
      limits || analyze(`${name}:*`, { catalogue: 'ip', now }).ok === false,
    )
  }
})
