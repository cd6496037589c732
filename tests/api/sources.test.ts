import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { call, captureOf, waitUntilIdle, upload, webVisit } from '../product/captures.ts'
import { noisefloorAt } from '../product/command-line.ts'
import { type Inside, openInside } from '../product/inside.ts'

/** Reference data imported by the command line into a running product, and what of it shows. */

let product: Inside
const seen = '8.8.8.8'
const onlyListed = '9.9.9.9'

const noisefloor = (...args: string[]) => noisefloorAt(product.dataFolder, ...args)

beforeAll(async () => {
  product = await openInside()
  await upload(product, captureOf([webVisit(seen, { uri: '/', userAgent: 'x' }, Date.now() - 1000)]))
  await waitUntilIdle(product)
})
afterAll(async () => {
  await product.close()
})

const give = (provider: string) => {
  const from = join(product.dataFolder, '../', `from-${process.pid}`)
  mkdirSync(from, { recursive: true })
  const rows = Array.from({ length: 20 }, (_, at) => `11.0.${at}.0/24,Other,cdn,2,fastly`)
  writeFileSync(
    join(from, 'benign-services.csv'),
    `cidr,provider,category,trust_level,list\n8.8.8.0/24,${provider},public_dns,2,public-dns-v4\n9.9.9.9/32,${provider},public_dns,1,public-dns-v4\n${rows.join('\n')}\n`,
  )
  writeFileSync(
    join(from, 'tor-relays.csv'),
    `ip,or_port,fingerprint,is_exit,is_guard\n${seen},443,AA,1,0\n${Array.from({ length: 20 }, (_, at) => `11.1.1.${at},9001,BB,0,0`).join('\n')}\n`,
  )
  return from
}

describe('sources imported into a running product', () => {
  test('show on what was seen before and on what was not, without a restart', async () => {
    const before = await call(product, `/v3/ip/${seen}`)
    expect(before.body.business_service_intelligence).toMatchObject({ found: false, trust_level: '' })
    expect((await call(product, `/v3/ip/${onlyListed}`)).status).toBe(404)

    const { stdout, status } = await noisefloor('sources', 'import', give('Resolver'))
    expect(stdout).toMatch(/tor +22 rows: 21 added, 0 removed, 0 changed/)
    expect((await noisefloor('sources', 'import', give('Resolver'))).stdout).toMatch(
      /tor +22 rows: unchanged/,
    )
    expect(stdout).toMatch(/service +22 rows: 22 added/)
    expect(status).toBe(0)

    await vi.waitFor(
      async () => {
        const { body } = await call(product, `/v3/ip/${seen}`)
        expect(body.business_service_intelligence).toMatchObject({
          found: true,
          name: 'Resolver',
          category: 'public_dns',
          trust_level: '2',
        })
        expect(body.internet_scanner_intelligence).toMatchObject({ found: true, tor: true })
      },
      { timeout: 600_000, interval: 500 },
    )
    const listed = await call(product, `/v3/ip/${onlyListed}`)
    expect(listed.body).toMatchObject({
      business_service_intelligence: { found: true, trust_level: '1' },
      internet_scanner_intelligence: { found: false },
    })
    expect((await call(product, `/v3/ip/${onlyListed}?quick=true`)).body).toMatchObject({
      noise: false,
      riot: true,
    })
    const unseen = (ip: string): string =>
      `${ip}: not seen in the last 90 days. That does not make it safe.\n`
    for (const [ip, said] of [
      [onlyListed, `${unseen(onlyListed)}service       Resolver, trust level 1\n`],
      ['11.2.0.1', unseen('11.2.0.1')],
      [seen, expect.stringMatching(/^address +8\.8\.8\.8\n[^]*\nservice +Resolver, trust level 2\n$/)],
    ])
      expect(await noisefloor('ip', ip), ip).toEqual({ stdout: said, stderr: '', status: 0 })
    expect((await call(product, `/v3/community/${onlyListed}`)).body).toMatchObject({
      noise: false,
      riot: true,
      name: 'Resolver',
      message: 'Success',
    })
    expect((await call(product, `/v2/riot/${onlyListed}`)).body).toMatchObject({
      riot: true,
      name: 'Resolver',
    })
    expect(await call(product, '/v2/riot/11.2.0.1')).toMatchObject({ status: 404, body: { riot: false } })
    expect((await call(product, `/api/ip/${onlyListed}`)).body).toMatchObject({
      business_service_intelligence: { name: 'Resolver' },
      network: { services: [{ name: 'Resolver', trust_level: 1 }] },
    })
  })

  test('stand with their rows in the API, on the page and on the command line', async () => {
    const { body } = await call(product, '/api/sources')
    const found = Object.fromEntries(
      (body.sources as { name: string; state: string; rows: number }[]).map((source) => [
        source.name,
        source,
      ]),
    )
    expect(found.tor).toMatchObject({ state: 'imported', rows: 22 })
    expect(found.country).toMatchObject({ state: 'bundled' })
    expect(found.country?.rows).toBeGreaterThan(100_000)
    expect(found.city).toMatchObject({ state: 'missing', rows: 0 })
    expect(found.vetted).toMatchObject({ kind: 'actors', state: 'bundled' })
    expect(found.kev).toMatchObject({ kind: 'cve', state: 'missing', rows: 0, attempt: null })
    expect(found.ipsum).toMatchObject({ kind: 'sightings', trust: 'none' })
    expect(body.updates).toEqual({ state: 'off', last_at: '' })
    const page = await (await fetch(new URL('/sources', product.url))).text()
    for (const text of [
      'Tor relays, guards and exits',
      'Sightings of others',
      'addresses on two or more public blacklists',
      'Which CVEs are known to be exploited',
      'vetted by us',
    ])
      expect(page).toContain(text)
    expect((await noisefloor('sources', 'list')).stdout).toMatch(/tor +facts +imported +22 +today/)
  })

  test('that are missing are named on the page and the command line, with how to get them', async () => {
    const missing = JSON.parse((await noisefloor('sources', 'missing', '--json')).stdout) as {
      name: string
      state: string
    }[]
    const names = missing.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['cve-list', 'kev', 'epss', 'cloud']))
    // It was imported just now.
    expect(names).not.toContain('tor')
    expect((await noisefloor('sources', 'missing')).stdout).toMatch(
      /kev .*\n.*sources update kev, or import its files from https:/,
    )
    const page = await (await fetch(new URL('/sources', product.url))).text()
    const list = /What is missing[\s\S]*?<\/ul>/.exec(page)?.[0] ?? ''
    for (const name of ['cve-list', 'kev', 'epss', 'cloud']) expect(list).toContain(`>${name}</a>`)
    expect(list).not.toContain('>tor</a>')
  })

  test('are refused without harm when they are broken', async () => {
    const broken = join(product.dataFolder, '../', `from-${process.pid}`, 'tor-relays.csv')
    writeFileSync(broken, 'ip,or_port,fingerprint,is_exit,is_guard\n8.8.8.8,443,AA,1,0\n')
    const { stdout, status } = await noisefloor('sources', 'import', broken)
    expect(stdout).toContain('not imported: has 2 rows')
    expect(status).toBe(3)
    expect((await call(product, `/v3/ip/${seen}`)).body.internet_scanner_intelligence).toMatchObject({
      tor: true,
    })
  })

  test('of every kind come with one command; what is none is named, and a second time nothing changes', async () => {
    const from = join(product.dataFolder, '../', `all-${process.pid}`)
    mkdirSync(join(from, 'cve/years'), { recursive: true })
    const put = (name: string, text: string) => writeFileSync(join(from, name), text)
    const rows = Array.from({ length: 120 }, (_, at) => at)
    const kev = (days: string, count: number) =>
      `cveID,vendorProject,product,vulnerabilityName,dateAdded,shortDescription,requiredAction,dueDate,knownRansomwareCampaignUse,notes,cwes\n${rows
        .slice(0, count)
        .map((at) => `CVE-2024-${1000 + at},A,B,C,${days},D,E,${days},Unknown,,\n`)
        .join('')}`
    put('cve/kev-2025-01-01.csv', kev('2024-12-30', 110))
    put('cve/kev-latest.csv', kev('2026-01-02', 120))
    for (const year of ['2021', '2024']) {
      const cve = {
        id: `CVE-${year}-7777`,
        published: `${year}-01-01T00:00:00`,
        lastModified: `${year}-01-01T00:00:00`,
      }
      const vulnerabilities = [{ cve: { ...cve, descriptions: [{ lang: 'en', value: 'x' }] } }]
      const feed = { format: 'NVD_CVE', resultsPerPage: 1, startIndex: 0, totalResults: 1, vulnerabilities }
      put(`cve/years/nvdcve-2.0-${year}.json`, JSON.stringify(feed))
    }
    put('ipsum.csv', `ip,blacklist_count\n${rows.map((at) => `9.1.2.${at},3`).join('\n')}\n`)
    put('actor-ranges.csv', 'cidr,actor,rdns,source\n9.2.0.0/24,censys,,x\n9.2.1.0/24,censys,,x\n')
    put('notes.txt', 'x\n')
    const first = await noisefloor('sources', 'import', from)
    for (const line of [
      /scanner-ranges +2 rows: 1 added, 0 removed, 0 changed/,
      /ipsum +120 rows: 120 added/,
      /nvd +2 rows: 2 added/,
      /kev: older, left out: cve\/kev-2025-01-01\.csv\nkev +120 rows: 120 added/,
      /Unknown sources: notes\.txt/,
    ])
      expect(first.stdout).toMatch(line)
    expect([first.stderr, first.status]).toEqual(['', 0])
    const second = await noisefloor('sources', 'import', from)
    expect(second.stdout.match(/rows: unchanged/g)).toHaveLength(4)
    const list = (await noisefloor('sources', 'list')).stdout
    expect(list).toMatch(/kev +cve +imported +120 +today/)
    expect(list).toMatch(/ipsum +sightings +imported +120 +today .*trust: none/)
    expect(list).toContain('Fetched by itself: off')
    rmSync(from, { recursive: true })
  })

  test('that are kept in the data folder come without a server, and what needs one says so', async () => {
    const from = give('Resolver')
    writeFileSync(join(from, 'ipsum.txt'), '9.1.2.3\n')
    const elsewhere = join(from, 'data')
    const { stdout, status } = await noisefloorAt(elsewhere, 'sources', 'import', from)
    expect(stdout).toMatch(/tor +22 rows/)
    expect(stdout).toMatch(/ipsum +not imported: No local-url/)
    expect(status).toBe(3)
    const list = await noisefloorAt(elsewhere, 'sources', 'list')
    expect(list.stdout).toMatch(/tor +facts +imported +22/)
    expect(list.stderr).toContain('Without a server: facts about addresses alone.')
    rmSync(join(from, 'ipsum.txt'))
  })
})
