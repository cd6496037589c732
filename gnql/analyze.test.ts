import { expect, test } from 'vitest'
import { applyFix } from './apply-fix.ts'
import { matches } from './match.ts'
import { ipDocument } from './testing/documents.ts'
import { analyze } from './analyze.ts'
import type { IpDocument } from '#model/ip-record.ts'

const now = Date.UTC(2026, 10, 21, 12)
const analyzed = (text: string) => analyze(text, { catalogue: 'ip', now })
const finds = (text: string, facts: Partial<IpDocument>): boolean => {
  const { ok, predicate } = analyzed(text)
  expect(ok, text).toBe(true)
  return matches(predicate, ipDocument(facts))
}

test('terms side by side are all required', () => {
  const facts: Partial<IpDocument> = { classification: 'malicious', country: 'Belgium' }
  expect(finds('classification:malicious metadata.country:Belgium', facts)).toBe(true)
  expect(finds('classification:malicious metadata.country:France', facts)).toBe(false)
})

test('a tag is found by its name and by its slug, in any case', () => {
  const facts = { tags: ['ssh-bruteforcer'], tag_names: ['SSH Bruteforcer'] }
  expect(finds('tags:"ssh bruteforcer"', facts)).toBe(true)
  expect(finds('tags:SSH-Bruteforcer', facts)).toBe(true)
  expect(finds('-tags:"SSH Bruteforcer"', facts)).toBe(false)
})

test('a block finds its addresses, and no IPv6 block finds an IPv4 address outside ::ffff:0:0/96', () => {
  expect(finds('198.18.0.0/15', { ip: '198.19.255.255' })).toBe(true)
  expect(finds('198.18.0.0/15', { ip: '198.20.0.0' })).toBe(false)
  expect(finds('::/0', { ip: '198.18.0.1' })).toBe(false)
  expect(finds('::/0', { ip: '2001:db8::1' })).toBe(true)
  expect(finds('::ffff:198.18.0.0/112', { ip: '198.18.0.1' })).toBe(true)
  expect(finds('0.0.0.0/0', { ip: '2001:db8::1' })).toBe(false)
})

test('an unknown field is refused at its place, with the nearest one', () => {
  const { ok, diagnostics, predicate } = analyzed('tags:Mirai clasification:malicious')
  expect(ok).toBe(false)
  expect(predicate).toEqual({ kind: 'none' })
  expect(diagnostics).toMatchObject([
    { severity: 'error', span: { start: 11, end: 24 }, found: 'clasification', suggestion: 'classification' },
  ])
})

test('a suggestion put in place of its span fixes the query', () => {
  for (const [text, fixed] of [
    ['tags:Mirai clasification:malicious', 'tags:Mirai classification:malicious'],
    ['tags: SIP REGISTER Scanner', 'tags: "SIP REGISTER Scanner"'],
    ['sensor_count>5', 'sensor_count:>5'],
    ['raw_data.scan.port:8000-8999', 'raw_data.scan.port:[8000 TO 8999]'],
    ['spoofable:yes', 'spoofable:true'],
    ['ip:10.1.*', 'ip:10.1.0.0/16'],
    ['ip:(1.1.1.1 2.2.2.2)', 'ip:(1.1.1.1,2.2.2.2)'],
    ['1.1.1.1 2.2.2.2', 'ip:1.1.1.1,2.2.2.2'],
    ['asn:AS1,AS2', 'asn:(AS1 OR AS2)'],
    ['tags:"Mirai', 'tags:"Mirai"'],
    ['maliciuos', 'malicious'],
  ] as const) {
    const { diagnostics } = analyzed(text)
    const [first] = diagnostics
    expect(diagnostics, text).toHaveLength(1)
    const { start, end } = first?.span ?? { start: 0, end: 0 }
    expect(text.slice(0, start) + first?.suggestion + text.slice(end)).toBe(fixed)
    expect(analyzed(fixed).diagnostics, fixed).toEqual([])
  }
})

test('a plan that reaches less far limits what names its own times, and says so', () => {
  const limited = (text: string) => analyze(text, { catalogue: 'ip', now, windowDays: 30, limited: true })
  expect(limited('tor:true').adjustedQuery).toBe('(tor:true) last_seen:30d')
  expect(limited('tor:true OR last_seen:80d').adjustedQuery).toBe('(tor:true OR last_seen:80d) last_seen:30d')
})

test('a tag that is not there is told from one that nobody carries, with the nearest name', () => {
  const all = ['Mirai', 'mirai', 'SSH Bruteforcer', 'ssh-bruteforcer']
  const tags = { all, has: (name: string) => all.some((known) => known.toLowerCase() === name) }
  const said = (text: string) => {
    const [first] = analyze(text, { catalogue: 'ip', now, tags }).diagnostics
    return first && [first.severity, first.message, applyFix(text, first)]
  }
  expect(said('tags:MIRAI -tags:"ssh bruteforcer" tags:Mir* tags:*')).toBeUndefined()
  expect(said('tag:mirrai')).toEqual(['hint', 'No tag is called "mirrai".', 'tag:Mirai'])
  expect(said('tags:(Mirai OR "ssh brutforcer")')).toEqual([
    'hint',
    'No tag is called "ssh brutforcer".',
    'tags:(Mirai OR "SSH Bruteforcer")',
  ])
  expect(said('tags:quite-another')).toEqual(['hint', 'No tag is called "quite-another".', null])
})

test('what looks like an address or a port and is none gets a hint instead of a silent nothing', () => {
  const said = (text: string) =>
    analyzed(text).diagnostics.map(({ severity, message, suggestion }) => [severity, message, suggestion])
  const parts = 'the parts of an IPv4 address go from 0 to 255, without leading zeros.'
  expect(said('300.1.1.1')).toEqual([['hint', `300.1.1.1 is read as a name: ${parts}`, null]])
  expect(said('198.18.064.022')).toEqual([
    ['hint', `198.18.064.022 is read as a name: ${parts}`, '198.18.64.22'],
  ])
  expect(said('198.18.64.22 10.0.0.0/8').filter(([, message]) => String(message).includes(parts))).toEqual([])
  expect(said('port:70000')).toEqual([['hint', 'Ports go from 0 to 65535; nothing will match.', null]])
  for (const fine of ['port:65535', 'port:0', 'sensor_hits:70000', '"300.1.1.1"'])
    expect(said(fine)).toEqual([])
})

test('names side by side are one name, or names an address has all of', () => {
  const both: Partial<IpDocument> = { tags: ['mirai', 'gafgyt'], tag_names: ['Mirai', 'Gafgyt'] }
  expect(finds('Mirai Gafgyt', both)).toBe(true)
  expect(finds('Mirai Gafgyt', { organization: 'Mirai Gafgyt' })).toBe(true)
  expect(finds('Mirai Gafgyt', { tags: ['mirai'], tag_names: ['Mirai'] })).toBe(false)
})
