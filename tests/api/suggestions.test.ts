import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Suggestion, SuggestionGroup, Suggestions } from '#model/suggestion.ts'
import { call, captureOf, eventually, waitUntilIdle, upload, webVisit } from '../product/captures.ts'
import { type Inside, openInside } from '../product/inside.ts'

/** What the search proposes while somebody types, over HTTP. */

let product: Inside
const crawler = '198.18.7.1'
const others = ['198.18.7.2', '198.18.70.1', '198.19.7.1', '2001:db8:7::1']

beforeAll(async () => {
  product = await openInside()
  const at = Date.now() - 60_000
  await upload(
    product,
    captureOf([
      webVisit(crawler, { uri: '/.env', userAgent: 'curl/8.1' }, at),
      webVisit(crawler, { uri: '/', userAgent: 'curl/8.1' }, at + 5),
      webVisit(crawler, { uri: '/<script>alert(1)</script>', userAgent: 'curl/8.1' }, at + 10),
      ...others.map((source, n) =>
        webVisit(source, { uri: '/boaform/x', userAgent: 'curl/8.1' }, at + 20 * n),
      ),
    ]),
  )
  await waitUntilIdle(product)
  await eventually(
    () => proposed('boaform'),
    (found) => found.some(({ kind }) => kind === 'path'),
  )
})
afterAll(async () => {
  await product?.close()
})

async function ask(query: Record<string, string>): Promise<Suggestions> {
  const { status, body } = await call(product, `/api/suggestions?${new URLSearchParams(query)}`, {
    key: null,
  })
  expect(status).toBe(200)
  return body as unknown as Suggestions
}

const proposed = async (text: string): Promise<readonly SuggestionGroup[]> => (await ask({ text })).groups
const of = (groups: readonly SuggestionGroup[], wanted: string): readonly Suggestion[] =>
  groups.find(({ kind }) => kind === wanted)?.items ?? []

describe('what is known goes by what people call it', () => {
  test('a tag by a word of its name or description, a CVE by the product it is in', async () => {
    const groups = await proposed('log4j')
    expect(of(groups, 'tag')[0]).toMatchObject({ label: 'Apache Log4j RCE Attempt', matches: [[7, 12]] })
    expect(of(groups, 'cve')[0]).toMatchObject({ label: 'CVE-2021-44228', page: 'cve' })
  })

  test('a CVE in any spelling', async () => {
    for (const text of ['cve 2021 44228', 'CVE-2021-44228', 'cve_2021_44228', '2021-44228'])
      expect([text, of(await proposed(text), 'cve')[0]?.value]).toEqual([text, 'CVE-2021-44228'])
  })

  test('where nothing has all the words, what has the one that is known', async () => {
    expect(of(await proposed('mirai botnet'), 'tag')[0]?.label).toBe('Mirai')
    expect(of(await proposed('the mirai'), 'tag')[0]?.label).toBe('Mirai')
    expect(await proposed('nobody calls anything so')).toEqual([])
    // Least of all "/", which has no word.
    expect(await proposed('zzqqyy')).toEqual([])
  })

  test('addresses by how they begin, and no others', async () => {
    const begun = async (text: string) => of(await proposed(text), 'address').map(({ value }) => value)
    expect(await begun('198.18.7')).toEqual([crawler, '198.18.7.2', '198.18.70.1'])
    expect(await begun('198.18.7.')).toEqual([crawler, '198.18.7.2'])
    expect(await begun('2001:db8:7:')).toEqual(['2001:db8:7::1'])
    expect(await begun('2')).toEqual([])
    // Tags and CVEs have these numbers in their names.
    for (const list of ['1.1.1.1 8.8.8.8', '1.1.1.1, 2001:db8::1'])
      expect([list, await proposed(list)]).toEqual([list, []])
  })

  test('paths and tags with how many addresses show them, most first; each leads to those', async () => {
    expect(of(await proposed('boaform'), 'path')).toEqual([
      {
        label: '/boaform/x',
        detail: '',
        matches: [[1, 8]],
        count: others.length,
        page: 'query',
        value: 'path:/boaform/x',
      },
    ])
    const [tag] = of(await proposed('env crawl'), 'tag')
    expect(tag).toMatchObject({ count: 1, page: 'query', value: 'tags:"ENV Crawler"' })
    // What nobody was seen doing has a page, and no addresses.
    expect(of(await proposed('mirai'), 'tag')[0]).toMatchObject({ count: 0, page: 'tag', value: 'mirai' })
  })

  test('what a source wrote comes as text, and leads to a query for that text alone', async () => {
    const [path] = of(await proposed('script alert'), 'path')
    expect(path?.label).toBe('/<script>alert(1)</script>')
    const { body } = await call(product, `/api/ip/query?query=${encodeURIComponent(path?.value ?? '')}`)
    expect((body['data'] as { ip: string }[]).map(({ ip }) => ip)).toEqual([crawler])
  })
})

test('CVEs and tags are datasets of their own, with what is popular before anything is typed', async () => {
  const cves = await ask({ text: 'cve-2021', dataset: 'cves' })
  expect(cves.groups.map(({ kind }) => kind)).toEqual(['cve'])
  expect(cves.groups[0]?.items.length).toBeLessThanOrEqual(10)
  const tags = await ask({ text: 'crawler', dataset: 'tags' })
  const listed = await call(product, '/api/tags?search=crawler')
  expect(tags.groups[0]?.total).toBe(listed.body['total'])
  expect(tags.groups[0]?.items.every(({ page }) => page === 'tag')).toBe(true)
  const { popular } = await ask({ dataset: 'tags' })
  expect(popular.map(({ label }) => label)).toContain('ENV Crawler')
  expect(popular.length).toBeLessThanOrEqual(5)
})

test('whatever is typed, the answer stays below 10 KB; what is too long is refused in words', async () => {
  for (const text of ['a', 'c', '1', '198.', '/', '"', 'cve', 'x'.repeat(200), 'a b c d e f', '\u0000'])
    for (const dataset of ['ips', 'cves', 'tags'])
      expect(JSON.stringify(await ask({ text, dataset })).length, text).toBeLessThan(10_000)
  const { status, body } = await call(product, `/api/suggestions?text=${'x'.repeat(201)}`)
  expect([status, body['message']]).toEqual([400, expect.stringContaining('text')])
  expect((await call(product, '/api/suggestions?dataset=users')).status).toBe(400)
})
