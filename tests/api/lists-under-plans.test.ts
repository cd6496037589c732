import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entitlementIds } from '#model/entitlements.ts'
import { captureOf, eventually, upload, webVisit } from '../product/captures.ts'
import { type Inside, openInside } from '../product/inside.ts'
import { browserAt, makePerson } from './account-browser.ts'
import { base } from './analyzed-lists.ts'

/** What a list tells of its addresses under a plan of one day, and under one that has lists and no searches. */

const folder = mkdtempSync(join(tmpdir(), 'noisefloor-plan-lists-'))
const now = Date.now()
const seen = { today: '198.18.9.1', before: '198.18.9.2' }
const unseen = '8.8.4.4'

let inside: Inside
const vic = browserAt(() => inside.url)
const eve = browserAt(() => inside.url)

beforeAll(async () => {
  const PLANS_FILE = join(folder, 'plans.json')
  const vip = { entitlements: entitlementIds, historicDays: 1 }
  const enterprise = { entitlements: ['feature-search-ips-bulk'], historicDays: 90 }
  const community = { entitlements: ['feature-search-ips', 'feature-search-ips-bulk'] }
  writeFileSync(PLANS_FILE, JSON.stringify({ offerings: { vip, enterprise, community } }))
  inside = await openInside({ PLANS_FILE })
  const bad = { uri: '/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php', method: 'POST', body: '<?php' }
  const visits = [
    webVisit(seen.before, bad, now - 3 * 86_400_000),
    webVisit(seen.today, { uri: '/' }, now - 60_000),
  ]
  for (const visit of visits) await upload(inside, captureOf([visit]))
  await eventually(
    async () =>
      (await fetch(new URL('/v3/gnql?query=*', inside.url), { headers: { key: inside.key } })).text(),
    (told) => Object.values(seen).every((ip) => told.includes(ip)),
  )
  await makePerson(inside, { email: 'vic@example.org', offering: 'vip' })
  await makePerson(inside, { email: 'eve@example.org', offering: 'enterprise' })
  await vic.signIn('vic@example.org')
  await eve.signIn('eve@example.org')
})
afterAll(async () => {
  await inside.close()
  rmSync(folder, { recursive: true, force: true })
})

type Browser = typeof vic

/** The address of a list that was read. */
async function listOf({ ask }: Browser, body: string): Promise<string> {
  const { uuid } = (await (await ask(base, { method: 'POST', body })).json()) as { uuid: string }
  await eventually(
    async () => ((await (await ask(base)).json()) as { items: { uuid: string; state: string }[] }).items,
    (items) => items.some((one) => one.uuid === uuid && one.state === 'completed'),
  )
  return `${base}/${uuid}`
}

interface Told {
  counts: Record<string, number>
  count: number
  data: { ip: string }[]
  unseen: { ip: string }[]
}

test('of an address last seen before the days of the plan a list tells what a look-up of it tells, in counts, rows, parts and files', async () => {
  const told = async <T>(path: string): Promise<T> => (await vic.ask(path)).json() as Promise<T>
  const lines = async (path: string) => (await (await vic.ask(path)).text()).trimEnd().split('\n').toSorted()
  const ips = (rows: { ip: string }[]) => rows.map(({ ip }) => ip).toSorted()
  const both = [seen.today, seen.before]
  // A search does not reach it, a look-up of it does.
  const search = await told<Told>(`/api/ip/query?query=${encodeURIComponent('198.18.9.0/24')}`)
  expect(ips(search.data)).toEqual([seen.today])
  const one = await told<{ internet_scanner_intelligence: object }>(`/api/ip/${seen.before}`)
  expect(one.internet_scanner_intelligence).toMatchObject({ found: true, classification: 'malicious' })

  const list = await listOf(vic, [...both, unseen].join('\n'))
  const all = await told<Told>(list)
  expect(all.counts).toMatchObject({ all: 3, malicious: 1 })
  const { all: _all, not_observed: missed, business_services: services, ...classes } = all.counts
  expect(missed! + services!).toBe(1)
  expect(ips(all.data)).toEqual(both)
  expect(Object.values(classes).reduce((sum, count) => sum + count, 0)).toBe(all.count)
  const rest = [all, await told<Told>(`${list}?unseen=business-services`)].flatMap((page) => page.unseen)
  expect(ips(rest)).toEqual([unseen])
  // Narrowed by a query: the same in rows and in files.
  for (const [query, found] of [
    ['classification:malicious', [seen.before]],
    ['last_seen:1d', [seen.today]],
    ['-last_seen:1d', [seen.before]],
  ] as const) {
    const narrowed = await told<Told>(`${list}?query=${query}`)
    expect([query, narrowed.count, ips(narrowed.data)]).toEqual([query, found.length, found])
    expect(await lines(`${list}?export_type=all&file_format=txt&query=${query}`)).toEqual(found)
  }
  expect(await lines(`${list}?export_type=malicious&file_format=txt`)).toEqual([seen.before])
  const { details, stats } = await told<{ details: object; stats: object }>(
    list.replace('/api/ip/analysis', '/v2/analyze'),
  )
  expect(details).toMatchObject({ noise_ips: 2, noise_ips_found: both })
  expect(stats).toMatchObject({
    classifications: expect.arrayContaining([{ classification: 'malicious', count: 1 }]),
  })
  // Its page draws both.
  const page = await (await vic.ask(list.replace('/api', ''), { headers: { accept: 'text/html' } })).text()
  for (const ip of both) expect(page).toContain(`/ip/${ip}`)
  // Who names a block does not name what is in it: it is searched, when the list is sent, also of one that is read while it comes.
  const long = `${' '.repeat(1_000_000)}198.18.9.0/24`
  for (const [sent, held] of [
    ['198.18.9.0/24', [seen.today]],
    [long, [seen.today]],
    [`198.18.9.0/24 ${seen.before}`, both],
  ] as const) {
    const block = await told<Told>(await listOf(vic, sent))
    expect([block.counts['all'], ips(block.data)]).toEqual([held.length, held])
  }
  // A list that a search names is a search.
  const named = await told<Told>(
    `/api/ip/query?query=${encodeURIComponent(`list:${list.split('/').at(-1)}`)}`,
  )
  expect(ips(named.data)).toEqual([seen.today])
})

test('rows of a list are searched addresses: whoever has no searches gets none, neither as answer nor as file', async () => {
  const list = await listOf(eve, seen.today)
  for (const path of [list, `${list}?export_type=all`, `${list}?export_type=all&query=port:80`]) {
    const answer = await eve.ask(path)
    expect([path, answer.status, await answer.json()]).toEqual([
      path,
      403,
      expect.objectContaining({ missing: ['feature-search-ips'] }),
    ])
  }
})

test('of the community a list is a page and no file, not even of what was not taken', async () => {
  await makePerson(inside, { email: 'com@example.org', offering: 'community' })
  const com = browserAt(() => inside.url)
  await com.signIn('com@example.org')
  const list = await listOf(com, `${unseen} 300.1.1.1`)
  expect(await (await com.ask(list)).json()).toMatchObject({ ignored: [{ text: '300.1.1.1' }] })
  for (const part of ['all', 'ignored'])
    expect([part, (await com.ask(`${list}?export_type=${part}`)).status]).toEqual([part, 403])
})
