import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countries } from '#model/countries.ts'
import { cases } from '#tests/cases.ts'
import { registries } from '../registry/registries.ts'
import { fieldCatalogues, type FieldCatalogue } from '../registry/registry.ts'
import { queries } from '../testing/generate.ts'
import { analyze } from '../analyze.ts'
import { apply, complete } from './complete.ts'
import { type CompletionData, countriesBySeen } from './data.ts'

const now = Date.UTC(2026, 10, 21, 12)
const data: CompletionData = {
  lists: ['Friday log', 'auth.log'],
  actors: ['Shodan.io', 'Censys', 'and'],
  cves: ['CVE-2021-44228', 'CVE-2024-3400'],
  tags: [
    { slug: 'mirai', name: 'Mirai' },
    { slug: 'ssh-bruteforcer', name: 'SSH Bruteforcer' },
    { slug: 'say', name: 'Say "hello" \\ (now)' },
  ],
  vpnServices: ['IPVANISH_VPN', 'NORD_VPN'],
  countries,
}

test('countries come by how many addresses were seen in them, then as they are listed', () => {
  const proposed = (seen: string[]) => {
    const text = 'country:Br'
    const found = complete({ text, cursor: text.length, data: { ...data, countries: countriesBySeen(seen) } })
    return found.items.map(({ label }) => label).slice(0, 2)
  }
  expect(proposed(['Australia', 'Brazil'])).toEqual(['Brazil', 'Brunei'])
  expect(proposed(['Brunei', 'Brazil'])).toEqual(['Brunei', 'Brazil'])
  expect(
    countriesBySeen(['Brazil', 'Nowhere'])
      .map(({ code }) => code)
      .toSorted(),
  ).toEqual(countries.map(({ code }) => code).toSorted())
})

/** A text with its cursor written as a bar. */
const at = (marked: string, catalogue: FieldCatalogue = 'ip') => {
  const cursor = marked.indexOf('|')
  const text = marked.replace('|', '')
  return { text, cursor, ...complete({ text, cursor, catalogue, data }) }
}
const labels = (marked: string, catalogue?: FieldCatalogue): string[] =>
  at(marked, catalogue).items.map(({ label }) => label)
const chosen = (marked: string, label: string): string => {
  const { text, items, span } = at(marked)
  const item = items.find((each) => each.label === label)
  if (!item) return `no ${label} among ${items.map((each) => each.label).join(', ')}`
  const applied = apply(text, { span }, item)
  return `${applied.text.slice(0, applied.cursor)}|${applied.text.slice(applied.cursor)}`
}

describe('what may be typed next', () => {
  test.each([
    ['cla|', 'classification', 'classification:|'],
    ['CLASS|', 'classification', 'classification:|'],
    ['classification:|', 'malicious', 'classification:malicious |'],
    ['classification:MAL|', 'malicious', 'classification:malicious |'],
    ['classification: m|', 'malicious', 'classification: malicious |'],
    ['classification:mal| vpn:true', 'malicious', 'classification:malicious| vpn:true'],
    ['cla| vpn:true', 'classification', 'classification:"|" vpn:true'],
    ['| vpn:true', 'classification', 'classification:"|" vpn:true'],
    ['cla|ss:benign', 'classification', 'classification|:benign'],
    ['tags:brute|', 'SSH Bruteforcer', 'tags:"SSH Bruteforcer" |'],
    ['tags: SSH Bru|', 'SSH Bruteforcer', 'tags: "SSH Bruteforcer" |'],
    ['tags:"ssh br|', 'SSH Bruteforcer', 'tags:"SSH Bruteforcer" |'],
    ['tags:"ssh| vpn:true', 'SSH Bruteforcer', 'tags:"SSH Bruteforcer"| vpn:true'],
    ['tags:(Mirai OR s|)', 'SSH Bruteforcer', 'tags:(Mirai OR "SSH Bruteforcer"|)'],
    ['tags:(-m|', 'Mirai', 'tags:(-Mirai |'],
    ['tags:say|', 'Say "hello" \\ (now)', String.raw`tags:"Say \"hello\" \\ (now)" |`],
    ['actor:an|', 'and', 'actor:"and" |'],
    ['country:be|', 'Belgium', 'country:Belgium |'],
    ['country_code:belg|', 'BE', 'country_code:BE |'],
    ['destination_country:korea|', 'South Korea', 'destination_country:"South Korea" |'],
    ['mir|', 'tags:Mirai', 'tags:Mirai |'],
    ['vpn:true |', 'OR', 'vpn:true OR |'],
    ['vpn:true o|', 'OR', 'vpn:true OR |'],
    ['(vpn:true |', ')', '(vpn:true )|'],
    ['(vpn:true|', ')', '(vpn:true)|'],
    ['tags:"ssh|', '"', 'tags:"ssh"|'],
    ['last_seen:|', '1w', 'last_seen:1w |'],
    ['vpn_service:nord|', 'NORD_VPN', 'vpn_service:NORD_VPN |'],
    ['port:|', '554', 'port:554 |'],
    ['sensor_count:|', '*', 'sensor_count:* |'],
    ['cve:3400|', 'CVE-2024-3400', 'cve:CVE-2024-3400 |'],
    ['(a)|', 'vpn', '(a) vpn:|'],
    ['-sp|', 'spoofable', '-spoofable:|'],
  ])('at %s, %s makes %s', (marked, label, after) => {
    expect(chosen(marked, label)).toBe(after)
  })

  test('lists are offered by name, in quotes where they hold spaces', () => {
    expect(labels('list:|')).toEqual(['Friday log', 'auth.log'])
    expect(at('-list:fri|').items.map(({ insert }) => insert.trim())).toEqual(['"Friday log"'])
  })

  test('inside a range and after an unknown field nothing is offered', () => {
    expect(labels('sensor_count:[2 TO|')).toEqual([])
    expect(labels('nosuchfield:x|')).toEqual([])
  })

  test('sessions complete with their own fields and slugs', () => {
    expect(labels('tcp.hand|', 'session')).toEqual(['tcp.handshake'])
    expect(labels('tags:brute|', 'session')).toEqual(['ssh-bruteforcer'])
  })

  test('help names at most 5 values and 4 tips, and each value runs', () => {
    for (const catalogue of fieldCatalogues)
      for (const field of registries[catalogue].fields.filter(({ columns }) => columns.length > 0)) {
        const { help } = at(`${field.name}:|`, catalogue)
        expect(help?.field).toBe(field.name)
        expect(help?.shortcuts.length).toBeGreaterThan(0)
        expect(help?.shortcuts.length).toBeLessThanOrEqual(5)
        expect(help?.tips.length).toBeGreaterThan(0)
        expect(help?.tips.length).toBeLessThanOrEqual(4)
        for (const value of help?.shortcuts ?? [])
          expect(
            analyze(`${field.name}:${value}`, { catalogue, now }).diagnostics,
            `${field.name}:${value}`,
          ).toEqual([])
      }
  })

  test('every country is found by its name and by its code', () => {
    for (const { name, code } of countries) {
      expect(labels(`country:"${name.toUpperCase()}|`)).toContain(name)
      expect(labels(`country_code:${code.toLowerCase()}|`)).toContain(code)
    }
  })
})

describe('laws of completion', () => {
  const examples = fieldCatalogues.flatMap((catalogue) =>
    registries[catalogue].fields.map(({ example }) => ({ catalogue, example })),
  )

  test('every prefix of every example gives an answer, and each field is found while its name is typed', () => {
    for (const { catalogue, example } of examples)
      for (let cursor = 0; cursor <= example.length; cursor++) {
        const { span } = complete({ text: example.slice(0, cursor), cursor, catalogue, data })
        expect(span.start).toBeGreaterThanOrEqual(0)
        expect(span.end).toBeLessThanOrEqual(cursor)
      }
    for (const catalogue of fieldCatalogues)
      for (const { name, columns } of registries[catalogue].fields)
        if (columns.length > 0) expect(labels(`${name}|`, catalogue)).toContain(name)
  })

  test('nothing makes it throw: any text, any cursor', () => {
    const char = fc.oneof(
      fc.constantFrom(...String.raw`a:"()[]{}<>-!*?\/ ,.`, 'tags', 'port', 'OR', 'NOT', '\n', '😀'),
      fc.string({ unit: 'binary', maxLength: 1 }),
    )
    fc.assert(
      fc.property(fc.array(char, { maxLength: 12 }), fc.integer({ min: -5, max: 40 }), (chars, cursor) => {
        const text = chars.join('')
        const { span, items } = complete({ text, cursor, data })
        expect(span.start).toBeLessThanOrEqual(span.end)
        expect(span.end).toBeLessThanOrEqual(text.length)
        expect(items.length).toBeLessThanOrEqual(20)
      }),
      { numRuns: cases(1000, 5000) },
    )
  })

  const place = fc
    .constantFrom<FieldCatalogue>(...fieldCatalogues)
    .chain((catalogue) => queries(registries[catalogue], now).map((text) => ({ text, catalogue })))
    .chain(({ text, catalogue }) => fc.nat(text.length).map((cursor) => ({ text, catalogue, cursor })))

  test('an item applied to a valid text breaks nothing elsewhere, and the result can be completed again', () => {
    let applied = 0
    fc.assert(
      fc.property(place, ({ text, catalogue, cursor }) => {
        const completion = complete({ text, cursor, catalogue, data })
        for (const item of completion.items) {
          const after = apply(text, completion, item)
          const [from, to] = [completion.span.start, completion.span.start + item.insert.length]
          // What stands outside the insertion is untouched; white space beside it belongs to it.
          const lead = after.text.slice(0, from).trimEnd().length
          const tail = to + (after.text.length - to - after.text.slice(to).trimStart().length)
          for (const { severity, span } of analyze(after.text, { catalogue, now }).diagnostics)
            if (severity === 'error') {
              const where = `${text} | ${item.insert} → ${after.text}`
              expect(span.end, where).toBeGreaterThanOrEqual(lead)
              expect(span.start, where).toBeLessThanOrEqual(tail)
            }
          const again = complete({ ...after, catalogue, data })
          if (item.kind === 'field' && !after.text.slice(after.cursor).startsWith(':'))
            expect(again.help?.field, `${text} at ${cursor}: ${after.text}`).toBe(item.field)
          for (const next of again.items) expect(next.insert.trim()).not.toBe('')
          applied++
        }
      }),
      { numRuns: cases(400, 1500) },
    )
    expect(applied).toBeGreaterThan(cases(1300, 5000))
  })

  test('filtering does not look at case', () => {
    fc.assert(
      fc.property(fc.constantFrom(...examples), fc.nat(60), ({ catalogue, example }, length) => {
        const typed = example.slice(0, Math.min(length, example.indexOf(':')))
        expect(labels(`${typed.toUpperCase()}|`, catalogue)).toEqual(
          labels(`${typed.toLowerCase()}|`, catalogue),
        )
      }),
    )
  })
})
