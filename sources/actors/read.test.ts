import { expect, test } from 'vitest'
import { loadTags } from '#tags/load.ts'
import { reservedRange } from '#model/reserved.ts'
import { toBounds } from '#store/analytics/address.ts'
import { alternatives, domainsOf } from './patterns.ts'
import { readActors } from './read.ts'
import { vettedActors } from './vetted.ts'
import { SourceRefused } from '../refused.ts'

const bytes = (value: unknown): Uint8Array =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))

test('patterns are read as the texts they stand for, others are left alone', () => {
  expect(domainsOf(String.raw`(^|\.)crawl\.baidu\.(com|jp)$`)).toEqual(['crawl.baidu.com', 'crawl.baidu.jp'])
  expect(domainsOf(String.raw`(^|\.)googlebot\.com$`)).toEqual(['googlebot.com'])
  for (const pattern of [
    String.raw`googlebot\.com$`,
    String.raw`(^|\.).*\.com$`,
    String.raw`(^|\.)com$`,
    '(a+)+$',
  ])
    expect(domainsOf(pattern), pattern).toBeNull()
  expect(alternatives('bingbot|adidxbot')).toEqual(['bingbot', 'adidxbot'])
  expect(alternatives(String.raw`Mozilla/5\.0 zgrab/`)).toEqual(['Mozilla/5.0 zgrab/'])
  for (const pattern of ['.*', 'bot|a', '[a-z]{9}', '^Googlebot'])
    expect(alternatives(pattern), pattern).toBeNull()
})

test('only actors that are vetted as benign are taken', () => {
  const rows = [
    { slug: 'good', name: 'Good', intention: 'benign', rdns_suffixes: ['Good.example'] },
    { slug: 'bad', name: 'Bad', intention: 'malicious', rdns_suffixes: ['bad.example'] },
  ]
  const { actors, skipped } = readActors(bytes(rows))
  expect(actors).toMatchObject([{ slug: 'good', names: ['good.example'], allNames: false }])
  expect(skipped).toBe(1)
})

test('ranges and names that are not one organisation’s prove nobody, and are left out', () => {
  const ranges = readActors(
    bytes(
      'cidr,actor\n0.0.0.0/0,all\n8.0.0.0/7,all\n::/0,all\n2000::/15,all\n::/16,all\n::ffff:0:0/96,all\n3.0.0.0/8,one\n2600::/16,one\n',
    ),
  )
  expect(ranges).toMatchObject({ actors: [{ slug: 'one', ranges: ['3.0.0.0/8', '2600::/16'] }], skipped: 6 })
  const names = readActors(
    bytes([
      {
        slug: 'one',
        name: 'One',
        intention: 'benign',
        rdns_suffixes: ['com', '', '.', 'co.uk', 'github.io', 'one.co.uk'],
      },
    ]),
  )
  expect(names).toMatchObject({ actors: [{ names: ['one.co.uk'] }], skipped: 5 })
  const bots = [
    { name: 'bot', user_agent: 'onebot', rdns: [String.raw`(^|\.)co\.uk$`], ranges: ['0.0.0.0/0'] },
  ]
  expect(readActors(bytes(bots))).toMatchObject({
    actors: [{ names: [], ranges: [], allNames: false, allRanges: false }],
    skipped: 1,
  })
})

test('an agent that others send for their users claims nothing', () => {
  const { actors } = readActors(
    bytes([
      {
        name: 'meta',
        user_agent: 'facebookexternalhit|meta-externalagent',
        rdns: [String.raw`(^|\.)fbsv\.net$`],
      },
    ]),
  )
  expect(actors).toMatchObject([{ agents: ['meta-externalagent'], names: ['fbsv.net'], allNames: true }])
})

test('what browsers send names nobody, and is left out and counted', () => {
  // With "Mozilla" every browser outside of these ranges would claim falsely, and be suspicious.
  for (const user_agent of ['Mozilla', 'Safari', 'Firefox/', 'like Gecko', 'Mobile', 'Chrome'])
    expect(
      readActors(bytes([{ name: 'one', user_agent, ranges: ['9.9.9.0/24'] }])),
      user_agent,
    ).toMatchObject({
      actors: [{ agents: [], ranges: ['9.9.9.0/24'] }],
      skipped: 1,
    })
  const scanner = { slug: 'one', name: 'One', intention: 'benign' }
  // A pattern may hold several agents: how many are left out is never less than none.
  const user_agent_patterns = ['onebot|twobot|Android', String.raw`Mozilla/5\.0 onescan/`, '.*']
  expect(readActors(bytes([{ ...scanner, user_agent_patterns }]))).toMatchObject({
    actors: [{ agents: ['onebot', 'twobot', 'Mozilla/5.0 onescan/'] }],
    skipped: 2,
  })
  const previews = { name: 'two', user_agent: 'TwitterBot|twobot', ranges: ['9.9.9.0/24'] }
  expect(readActors(bytes([previews]))).toMatchObject({ actors: [{ agents: ['twobot'] }], skipped: 0 })
})

test('what is no list of actors is refused', () => {
  for (const file of ['', '{}', '[1]', '[{"slug":1}]', 'ip,tags\n9.9.9.9,x\n', 'cidr,actor\nnone,x\n'])
    expect(() => readActors(bytes(file)), file).toThrow(SourceRefused)
})

test('our own list is called as our tags are, and its ranges are public', () => {
  const tags = new Map(loadTags().map((tag) => [tag.slug, tag]))
  for (const { slug, name, category, ranges, names, agents, allRanges, allNames } of vettedActors().actors) {
    const tag = tags.get(slug)
    if (tag) expect(`${name} ${category}`).toBe(`${tag.actor ?? tag.name} ${tag.category}`)
    expect(ranges.length + names.length, slug).toBeGreaterThan(0)
    // A claim can only be called false where a proof is always there.
    if (agents.length > 0)
      expect((allRanges && ranges.length > 0) || (allNames && names.length > 0), slug).toBe(true)
    for (const range of ranges) {
      expect(toBounds(range), range).not.toBeNull()
      expect(reservedRange(range.split('/')[0] ?? ''), range).toBeNull()
    }
  }
})
