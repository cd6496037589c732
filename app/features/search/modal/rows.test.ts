import { expect, test } from 'vitest'
import { complete } from '#gnql/complete/complete.ts'
import { ipRegistry } from '#gnql/registry/ip.ts'
import type { Suggestion } from '#model/suggestion.ts'
import { groupsOf, type Shown } from './rows.ts'

const shown = (of: Partial<Shown> = {}): Shown => ({
  dataset: 'ips',
  text: '',
  isUntouched: false,
  completion: complete({ text: of.text ?? '', cursor: of.text?.length ?? 0 }),
  answer: { groups: [], trending: [], popular: [] },
  isPending: false,
  can: () => true,
  recent: [],
  saved: [],
  fields: ipRegistry.fields.slice(0, 3),
  ...of,
})
const suggestion = (label: string): Suggestion => ({
  label,
  detail: '',
  matches: [],
  count: 1,
  page: 'tag',
  value: label,
})
const kept = (name: string, gnql: string) => ({ name, gnql, view: '' })
const titles = (of: Partial<Shown>): string[] => groupsOf(shown(of)).map(({ title }) => title)
const said = (of: Partial<Shown>): (string | undefined)[] => groupsOf(shown(of)).map(({ empty }) => empty)

test('an empty search of addresses shows what the specification names, and what was searched before', () => {
  const recent = [
    { dataset: 'ips' as const, text: 'tor:true' },
    { dataset: 'tags' as const, text: 'mirai' },
  ]
  expect(titles({ recent, saved: [kept('Mine', 'tor:true')] })).toEqual([
    'Jump to',
    'Recent',
    'Saved',
    'Search Ips by',
    'Popular Searches',
  ])
  const [jump, searched] = groupsOf(shown({ recent }))
  expect(jump?.rows.map(({ label }) => label)).toEqual(["View today's IPs"])
  expect(searched?.rows.map(({ label }) => label)).toEqual(['tor:true', 'Forget all recent searches'])
})

test('saved queries open as they were shown, under their name where they have one, which is found by its words', () => {
  const saved = [
    { name: 'Telnet', gnql: 'port:23', view: '?sort=severity' },
    kept('', 'tor:true'),
    ...Array.from({ length: 9 }, (_, at) => kept('', `port:${at}`)),
  ]
  const rowsOf = (text: string) =>
    groupsOf(shown({ text, saved })).find(({ title }) => title === 'Saved')?.rows ?? []
  expect(rowsOf('')).toHaveLength(8)
  expect(rowsOf('').slice(0, 2)).toMatchObject([
    {
      label: 'Telnet',
      detail: 'port:23',
      isMono: false,
      act: { kind: 'open', href: '/query/port%3A23?sort=severity' },
    },
    { label: 'tor:true', detail: '', isMono: true },
  ])
  expect(rowsOf(' TEL').map(({ label }) => label)).toEqual(['Telnet'])
  expect(rowsOf('tor:true')).toEqual([])
})

test('on a page with a query, what can be done besides stands below it until it is changed', () => {
  const text = 'port:80'
  expect(titles({ text, isUntouched: true })).toEqual(['Jump to', 'Popular Searches'])
  expect(titles({ text })).toEqual([])
})

test('every address in what was typed can be jumped to, and a CVE', () => {
  const jumps = (text: string) => groupsOf(shown({ text }))[0]?.rows.map(({ act }) => act)
  expect(jumps('Failed password from 192.0.2.4 port 22')).toEqual([{ kind: 'open', href: '/ip/192.0.2.4' }])
  expect(jumps('cve 2021 44228')).toEqual([{ kind: 'open', href: '/cves/CVE-2021-44228' }])
})

test('several addresses can be analyzed together by whoever may do that', () => {
  const text = 'from 192.0.2.4 and 2001:db8::1'
  const labels = (can: Shown['can']) =>
    groupsOf(shown({ text, can }))[0]?.rows.map(({ label, detail }) => [label, detail])
  const pages = [
    ['192.0.2.4', ''],
    ['2001:db8::1', ''],
  ]
  expect(labels(() => true)).toEqual([['IP Analysis', 'Analyze 2 addresses'], ...pages])
  expect(labels((type) => type !== 'ips-bulk')).toEqual(pages)
})

test('a field’s values stand under its name, and words alone propose no terms', () => {
  expect(titles({ text: 'classification:' })).toEqual(['Classification'])
  expect(titles({ text: 'mirai' })).toEqual([])
})

test('of CVEs and tags, what is not there is said in the words of the specification', () => {
  expect(said({ dataset: 'cves' })).toEqual(['No Popular CVEs found.'])
  expect(said({ dataset: 'cves', text: 'x' })).toEqual(['No matching CVEs found.', 'No Popular CVEs found.'])
  expect(said({ dataset: 'tags' })).toEqual(['No Trending tags found.', 'No Popular tags found.'])
  expect(said({ dataset: 'tags', text: 'x' })[0]).toBe('No matching Tags found.')
  for (const dataset of ['cves', 'tags'] as const)
    expect(said({ dataset, isPending: true })).toContain('Loading...')
})

test('matching tags say how many there are and lead to all of them', () => {
  const answer = {
    groups: [{ kind: 'tag' as const, items: [suggestion('Mirai')], total: 12 }],
    trending: [],
    popular: [],
  }
  const [group] = groupsOf(shown({ dataset: 'tags', text: ' mirai ', answer }))
  expect(group?.title).toBe('12 tags')
  expect(group?.rows.map(({ label }) => label)).toEqual(['Mirai', 'View all results'])
  expect(group?.rows.at(-1)?.act).toEqual({ kind: 'open', href: '/tags?search=mirai' })
})

test('without the entitlement nothing is proposed but addresses', () => {
  const can = () => false
  expect(titles({ can })).toEqual([])
  expect(titles({ can, text: 'classification:' })).toEqual([])
  expect(titles({ can, text: '192.0.2.4' })).toEqual(['Jump to'])
})
