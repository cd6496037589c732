import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cases } from '#tests/cases.ts'
import { analyze } from './analyze.ts'
import { fieldFilter, filtersOf } from './filters.ts'
import { matches } from './match.ts'
import { ipRegistry } from './registry/ip.ts'
import { fieldOf } from './registry/registry.ts'
import { shortName } from './registry/short-name.ts'
import { documents, queries } from './testing/generate.ts'

const now = Date.UTC(2026, 10, 21, 12)
const analyzed = (text: string) => analyze(text, { catalogue: 'ip', now, windowDays: 0 })
const field = (name: string) => fieldOf(ipRegistry, name)

describe('conditions of a query, one by one', () => {
  test('each can be taken away or turned round', () => {
    expect(filtersOf('port:23 -country:India (a OR b)')).toEqual([
      {
        text: 'port:23',
        excludes: false,
        without: '-country:India (a OR b)',
        turned: '-port:23 -country:India (a OR b)',
      },
      {
        text: 'country:India',
        excludes: true,
        without: 'port:23 (a OR b)',
        turned: 'port:23 country:India (a OR b)',
      },
      {
        text: '(a OR b)',
        excludes: false,
        without: 'port:23 -country:India',
        turned: 'port:23 -country:India -(a OR b)',
      },
    ])
    expect(filtersOf('port:23 OR port:22')).toMatchObject([{ text: '(port:23 OR port:22)', without: '' }])
    expect(filtersOf('port:23 (a OR b)')[0]?.without).toBe('a OR b')
    expect(filtersOf('')).toEqual([])
  })

  test('together they are the query: an address matches it exactly when it matches each', () => {
    fc.assert(
      fc.property(queries(ipRegistry, now), documents(now), (text, document) => {
        const whole = analyzed(text)
        const filters = filtersOf(text)
        fc.pre(whole.ok && filters.length > 1)
        const each = filters.map(({ text: part, excludes }) => {
          const { ok, predicate } = analyzed(excludes ? `-${part}` : part)
          return ok && matches(predicate, document)
        })
        expect(each.every(Boolean), text).toBe(matches(whole.predicate, document))
      }),
      { numRuns: cases(400, 3000) },
    )
  })
})

describe('several words in a row', () => {
  test('are turned round as one condition', () => {
    expect(filtersOf('RDP Scanner country:India')[0]?.turned).toBe('-(RDP Scanner) country:India')
    expect(filtersOf('asn:AS1 Foo')[0]?.turned).toBe('-(asn:AS1 Foo)')
    expect(filtersOf('asn:AS1')[0]?.turned).toBe('-asn:AS1')
  })

  test('whatever a query is: turned round, it finds what the others find and this one does not', () => {
    fc.assert(
      fc.property(queries(ipRegistry, now), documents(now), (text, document) => {
        fc.pre(analyzed(text).ok)
        for (const { text: part, excludes, without, turned } of filtersOf(text)) {
          const [own, others, all] = [excludes ? `-${part}` : part, without, turned].map(analyzed)
          fc.pre(own!.ok && others!.ok && all!.ok)
          const wanted = matches(others!.predicate, document) && !matches(own!.predicate, document)
          expect([turned, matches(all!.predicate, document)]).toEqual([turned, wanted])
        }
      }),
      { numRuns: cases(400, 3000) },
    )
  })

  test('are left alone where those behind a value are conditions of their own', () => {
    const filter = fieldFilter('asn:AS123 Mirai', field('metadata.asn'))
    expect([filter.stateOf('AS123 Mirai'), filter.withoutIncluded]).toEqual([null, null])
    expect(filter.toggle('AS999')).toBe('asn:AS123 Mirai asn:AS999')
    expect(fieldFilter('country:South Korea', field('country')).stateOf('South Korea')).toBe('included')
  })
})

describe('the values of one field', () => {
  test.each([
    ['', 'India', 'country:India'],
    ['port:23', 'India', 'port:23 country:India'],
    ['country:India port:23', 'China', 'country:(India OR China) port:23'],
    ['source_country:"South Korea"', 'China', 'country:("South Korea" OR China)'],
    ['country:(India OR China)', 'india', 'country:China'],
    ['country:India port:23', 'India', 'port:23'],
    ['-country:India', 'India', 'country:India'],
    ['port:23 OR port:22', 'India', '(port:23 OR port:22) country:India'],
    ['country:Ind*', 'India', 'country:Ind* country:India'],
    ['country:India', 'a "b" *or', String.raw`country:(India OR "a \"b\" \*or")`],
    ['country:India', 'OR', 'country:(India OR "OR")'],
  ])('%j with %j toggled is %j', (query, value, after) => {
    expect(fieldFilter(query, field('country')).toggle(value)).toBe(after)
  })

  test.each([
    ['tags:Mirai tags:Telnet', 'SSH', 'tags:Mirai tags:Telnet tags:SSH'],
    ['tags:Mirai tags:Telnet tags:SSH', 'Telnet', 'tags:Mirai tags:SSH'],
    ['tags:(Mirai OR Telnet) port:23', 'SSH', 'tags:(Mirai OR Telnet) port:23 tags:SSH'],
    ['-tags:SSH', 'SSH', 'tags:SSH'],
  ])('%j with %j besides or no longer is %j', (query, value, after) => {
    expect(fieldFilter(query, field('tags')).toggleBesides(value)).toBe(after)
  })

  test.each([
    ['', 'India', '-country:India'],
    ['-country:(India OR China)', 'India', '-country:China'],
    ['country:India', 'India', '-country:India'],
    ['-country:India port:23', 'India', 'port:23'],
    ['country:(India OR China)', 'India', 'country:China -country:India'],
  ])('%j with %j excluded or no longer is %j', (query, value, after) => {
    expect(fieldFilter(query, field('country')).toggleExcluded(value)).toBe(after)
  })

  test('say what they are, whichever name of the field was typed', () => {
    const filter = fieldFilter('METADATA.country:(India OR "South Korea") -country:china', field('country'))
    expect(['INDIA', 'south korea', 'China', 'Brazil'].map(filter.stateOf)).toEqual([
      'included',
      'included',
      'excluded',
      null,
    ])
    expect(filter.withoutIncluded).toBe('-country:china')
    expect(fieldFilter('-country:china', field('country')).withoutIncluded).toBeNull()
  })

  test('any value can be asked for and given up again, and finds what has it', () => {
    const some = fc
      .oneof(fc.string(), fc.constantFrom('AND', 'a b', '*', '\\', '"', 'x:y', ' '))
      .filter((value) => value.trim() === value && value !== '' && !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(value))
    fc.assert(
      fc.property(queries(ipRegistry, now), some, some, (text, value, other) => {
        fc.pre(analyzed(text).ok && value.toLowerCase() !== other.toLowerCase())
        const before = fieldFilter(text, field('organization'))
        fc.pre(before.stateOf(value) === null && before.stateOf(other) === null)
        const both = fieldFilter(before.toggle(value), field('organization')).toggle(other)
        const after = fieldFilter(both, field('organization'))
        expect([after.stateOf(value), after.stateOf(other)], both).toEqual(['included', 'included'])
        expect(fieldFilter(after.toggle(value), field('organization')).stateOf(value)).toBeNull()
      }),
      { numRuns: cases(400, 3000) },
    )
  })
})

test('short names are names of their fields, as people type them', () => {
  for (const each of ipRegistry.fields) expect(ipRegistry.find(shortName(each)), each.name).toBe(each)
  expect(
    [
      'metadata.source_country',
      'raw_data.scan.port',
      'metadata.organization',
      'raw_data.ssh.key',
      'tags',
    ].map((name) => shortName(field(name))),
  ).toEqual(['country', 'port', 'organization', 'ssh.key', 'tags'])
})
