import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cases } from '#tests/cases.ts'
import { matches } from '../match.ts'
import { registries } from '../registry/registries.ts'
import { fieldCatalogues, type FieldCatalogue } from '../registry/registry.ts'
import { ipDocument } from '../testing/documents.ts'
import { queries } from '../testing/generate.ts'
import { analyze } from '../analyze.ts'
import { phraseOf, valueOf } from './clause.ts'
import { sentence } from './sentence.ts'

const now = Date.UTC(2026, 10, 21, 12)
const analyzed = (text: string, catalogue: FieldCatalogue = 'ip', windowDays = 0) =>
  analyze(text, { catalogue, now, windowDays })
const say = (text: string, windowDays = 0): string => sentence(analyzed(text, 'ip', windowDays), 'ip')

describe('a query in plain words', () => {
  test.each([
    [
      'tags:Mirai last_seen:1d -classification:benign',
      'IPs tagged Mirai, seen in the last day, except benign ones',
    ],
    ['', 'All IPs'],
    ['-vpn:true', 'All IPs, except those on a VPN'],
    [
      'tags:(Mirai OR "SSH Bruteforcer") malicious',
      'IPs (tagged Mirai or “SSH Bruteforcer”), classified malicious',
    ],
    ['tags: SIP REGISTER Scanner', 'IPs tagged “SIP REGISTER Scanner”'],
    ['port:23 OR port:2323', 'IPs on port 23 or 2323'],
    ['sensor_count:1 OR sensor_count:2', 'IPs seen by 1 sensors or seen by 2 sensors'],
    ['classification:malicious OR port:22', 'IPs classified malicious or on port 22'],
    ['(tor:true bot:true) OR vpn:true', 'IPs (that are Tor exits and known as bots) or on a VPN'],
    ['-(tor:true OR -cve:*)', 'All IPs, except those (that are Tor exits or not trying any CVE)'],
    [
      'sensor_count:[2 TO 10} rdns:*.gov*',
      'IPs seen by at least 2 and under 10 sensors, with reverse name like “*.gov*”',
    ],
    ['first_seen:>2026-11-01 last_seen:today', 'IPs first seen after 2026-11-01, seen today'],
    ['first_seen:>=1w last_seen:<1h', 'IPs first seen not before a week ago, seen before an hour ago'],
    ['last_seen:[30d TO 1d}', 'IPs seen not before 30 days ago and before a day ago'],
    ['8.0.0.0/8', 'IPs with the address 8.0.0.0/8'],
    ['port:22,2222', 'IPs on port any of 22, 2222'],
    ['interesting', 'IPs that are interesting'],
    ['Shodan', 'IPs named Shodan'],
  ])('%s', (text, words) => {
    expect(say(text)).toBe(words)
  })

  test('the window the server adds is said, and said to be its own', () => {
    expect(say('tags:Mirai', 90)).toBe('IPs tagged Mirai, seen in the last 90 days (the default window)')
  })

  test('a window that a plan adds to one that was asked for is not called the default', () => {
    const understood = analyze('last_seen:90d', { catalogue: 'ip', now, windowDays: 1, limited: true })
    expect(sentence(understood, 'ip')).toBe(
      'IPs seen in the last 90 days, seen in the last day (as far as the plan reaches)',
    )
  })

  test.each(fieldCatalogues)(
    'every generated query over %s has a sentence, and it holds every condition',
    (catalogue) => {
      fc.assert(
        fc.property(queries(registries[catalogue], now), (text) => {
          const understood = analyzed(text, catalogue, 90)
          expect(understood.ok, text).toBe(true)
          let rest = sentence(understood, catalogue)
          expect(rest).not.toBe('')
          const conditions = [...understood.clauses.values()].map((clause) =>
            clause.fields[0]?.type === 'boolean' ? phraseOf(clause) : valueOf(clause) || phraseOf(clause),
          )
          // Longest first: each takes its own place out of the sentence.
          for (const words of conditions.sort((a, b) => b.length - a.length)) {
            expect(rest, text).toContain(words)
            rest = rest.replace(words, () => '\u0000')
          }
        }),
        { numRuns: cases(800, 3000) },
      )
    },
  )

  test('two queries with the same sentence mean the same', () => {
    const leaf = fc.constantFrom(
      'tor:true',
      'bot:true',
      'country:BE',
      'country:NL',
      'sensor_count:1',
      'port:1',
      'port:2',
    )
    const { tree } = fc.letrec<{ tree: string }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc
          .tuple(tie('tree'), fc.constantFrom(' ', ' OR '), tie('tree'))
          .map(([a, join, b]) => `(${a})${join}(${b})`),
        tie('tree').map((part) => `-(${part})`),
      ),
    }))
    const all = [false, true].flatMap((tor) =>
      [false, true].flatMap((bot) =>
        ['BE', 'NL', ''].flatMap((country) =>
          [1, 2, 3].map((port) =>
            ipDocument({
              tor,
              bot,
              country,
              sensor_count: port,
              scan: [{ port: 3 - port, protocol: 'tcp' }],
            }),
          ),
        ),
      ),
    )
    const known = new Map<string, { text: string; truth: string }>()
    let met = 0
    for (const text of fc.sample(tree, { numRuns: 5000, seed: 7 })) {
      const { predicate } = analyzed(text)
      const truth = all.map((document) => Number(matches(predicate, document))).join('')
      const words = say(text)
      const before = known.get(words)
      if (before) met++
      expect(before?.truth ?? truth, `${text}\n${before?.text}\n${words}`).toBe(truth)
      known.set(words, { text, truth })
    }
    expect(met).toBeGreaterThan(300)
  })

  test.each(fieldCatalogues)('no two text fields of %s read alike', (catalogue) => {
    const texts = registries[catalogue].fields.filter(
      ({ columns, type }) => columns.length > 0 && type === 'text',
    )
    const words = texts.map(({ name }) => sentence(analyzed(`${name}:x`, catalogue), catalogue))
    expect(new Set(words).size).toBe(words.length)
  })
})
