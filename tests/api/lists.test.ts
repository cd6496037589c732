import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, captureOf, waitUntilIdle, upload, webVisit, eventually } from '../product/captures.ts'
import { noisefloorAt } from '../product/command-line.ts'
import { type Inside, openInside } from '../product/inside.ts'

let product: Inside
const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

beforeAll(async () => {
  product = await openInside()
  const now = Date.now()
  await upload(
    product,
    captureOf([
      webVisit('66.249.66.1', { uri: '/', userAgent: googlebot }, now - 1000),
      webVisit('9.9.9.10', { uri: '/', userAgent: googlebot }, now - 2000),
      webVisit('9.9.9.11', { uri: '/' }, now - 3000),
    ]),
  )
  await waitUntilIdle(product)
})
afterAll(async () => {
  await product.close()
})

const cli = (...words: string[]) => noisefloorAt(product.dataFolder, 'sources', ...words)
const verdictOf = async (ip: string) => {
  const { body } = await call(product, `/api/ip/${ip}`)
  return body.verdict as {
    classification: string
    sentence: string
    reasons: { kind: string; slug: string; decided: boolean }[]
  } | null
}

test('Googlebot from its own range is benign with its proofs, from elsewhere suspicious with that as the reason', async () => {
  expect(await verdictOf('66.249.66.1')).toMatchObject({ classification: 'benign' })
  expect((await verdictOf('66.249.66.1'))?.reasons).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ kind: 'range', slug: 'googlebot', decided: true }),
      expect.objectContaining({ kind: 'agent', slug: 'googlebot', decided: false }),
    ]),
  )
  expect(await verdictOf('9.9.9.10')).toMatchObject({
    classification: 'suspicious',
    sentence: 'Suspicious: its user agent says Googlebot, which it is not, and nothing worse.',
  })
  // The sentence under the address does not call it what it only claims to be.
  expect((await call(product, '/api/ip/9.9.9.10')).body.sentence).toContain(
    'It was tagged Claims to Be a Search Engine and 1 more.',
  )
})

test('a list is imported by name and trust, found by source:, counts as its trust says, and goes again', async () => {
  const file = join(product.dataFolder, 'list.csv')
  writeFileSync(
    file,
    'ip,tags,first_seen,last_seen\n9.9.9.11,ssh|busybox,2026-05-01,2026-05-31\n9.9.9.12,=cmd(),2026-05-01,2026-05-31\n',
  )
  const found = async () =>
    ((await call(product, '/v3/gnql?query=source:dshield')).body.data as { ip: string }[]).map(({ ip }) => ip)

  expect((await cli('import', file, '--source', 'dshield')).stderr).toContain('There is no source dshield')
  const named = ['import', file, '--source', 'dshield', '--kind', 'sightings']
  expect((await cli(...named, '--licence', 'CC0')).stdout).toMatch(
    /^dshield +2 rows: 2 added, 0 removed, 0 changed\n$/,
  )
  await eventually(found, (ips) => ips.join() === '9.9.9.11')
  expect(await verdictOf('9.9.9.11')).toMatchObject({ classification: 'unknown' })

  expect((await cli('trust', 'dshield', 'malicious')).stdout).toContain('now count as: malicious')
  await eventually(
    () => verdictOf('9.9.9.11'),
    (verdict) => verdict?.classification === 'malicious',
  )
  const { body } = await call(product, '/api/ip/9.9.9.11')
  expect(body).toMatchObject({
    sightings: [
      { source: 'dshield', trust: 'malicious', tags: ['ssh', 'busybox'], last_seen: '2026-05-31T00:00:00Z' },
    ],
    internet_scanner_intelligence: { metadata: { sensor_hits: 1 }, last_seen_malicious: '' },
  })
  // What an operator decided of a list stays when a newer one comes.
  expect((await cli(...named)).stdout).toMatch(/2 rows: unchanged/)
  expect((await cli('list')).stdout).toMatch(/dshield .*trust: malicious \(CC0\)/)
  const { body: history } = await call(product, '/api/ip/9.9.9.11/verdicts')
  expect(history).toMatchObject({
    more: false,
    steps: [
      { before: 'unknown', after: 'malicious', decided: [{ kind: 'malicious', slug: 'dshield' }] },
      { before: '', after: 'unknown', decided: [] },
    ],
  })
  expect((await call(product, '/api/ip/9.9.9.11/verdicts?size=1')).body).toMatchObject({ more: true })

  // Never seen by us: no record, and what the source says.
  expect((await call(product, '/v3/ip/9.9.9.12')).status).toBe(404)
  expect((await call(product, '/api/ip/9.9.9.12')).body).toMatchObject({
    state: 'not-observed',
    internet_scanner_intelligence: { found: false },
    sentence: expect.stringContaining('Not seen by our sensors; reported by dshield (last on 2026-05-31).'),
    verdict: {
      classification: 'malicious',
      sentence: 'Malicious: dshield reports it and is trusted for that.',
    },
  })
  const page = await (await fetch(new URL('/ip/9.9.9.12', product.url))).text()
  expect(page).toContain('Reported by others')
  expect(page).toContain('Not seen by our sensors in the last 90 days.')

  // A vetted actor that we never saw is who it is, too, whatever others report.
  const crawler = join(product.dataFolder, 'crawler.txt')
  writeFileSync(crawler, '66.249.66.2\n9.9.9.13\n')
  await cli('import', crawler, '--source', 'eager', '--kind', 'sightings', '--trust', 'malicious')
  expect(await verdictOf('9.9.9.13')).toMatchObject({ classification: 'malicious' })
  expect(await verdictOf('66.249.66.2')).toMatchObject({
    classification: 'benign',
    sentence: 'Benign: the address is proved to belong to Googlebot, which outweighs 1 other reason.',
  })
  expect(await verdictOf('66.249.66.3')).toMatchObject({ classification: 'benign' })
  expect((await cli('remove', 'eager')).status).toBe(0)

  expect((await cli('remove', 'dshield')).stdout).toBe('The list dshield is removed.\n')
  await eventually(found, (ips) => ips.length === 0)
  expect(await verdictOf('9.9.9.12')).toBeNull()
})

test('a broken, foreign or suddenly short list changes nothing, and strangers change none', async () => {
  const put = (query: string, body: string, key?: string | null) =>
    call(product, `/api/sources/${query}`, { method: 'PUT', body, ...(key !== undefined && { key }) })
  const long = Array.from({ length: 50 }, (_, index) => `9.8.7.${index}`).join('\n')
  expect((await put('short?kind=sightings', long)).status).toBe(200)
  expect((await put('other', long)).status).toBe(404)
  expect((await put('short?kind=sightings', '9.8.7.1\n')).status).toBe(422)
  expect((await put('short?kind=sightings', '<html>\n')).status).toBe(422)
  expect((await put('short?kind=actors', long)).status).toBe(409)
  expect((await put('kev?kind=actors', long)).status).toBe(409)
  expect((await put('vpn', long)).status).toBe(400)
  expect((await put('vetted', long)).status).toBe(400)
  expect((await put('..%2f?kind=sightings', long)).status).toBe(400)
  expect((await put('short?kind=sightings', long, null)).status).toBe(401)
  expect((await call(product, '/api/sources/vetted', { method: 'DELETE' })).status).toBe(409)
  expect((await call(product, '/api/sources/none', { method: 'DELETE' })).status).toBe(404)
  const { body } = await call(product, '/api/sources', { key: null })
  expect(body.sources).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'short', kind: 'sightings', trust: 'none', rows: 50 }),
      // As old as what it says, not as this installation.
      expect.objectContaining({
        name: 'vetted',
        kind: 'actors',
        state: 'bundled',
        imported_at: expect.stringMatching(/^2026-08-31T00:00:00/),
      }),
    ]),
  )
  expect((await put('short?kind=sightings&force=true', '9.8.7.1\n')).body).toMatchObject({
    rows: 1,
    before: 50,
  })
  const trust = (of: string, degree: string, key?: null) =>
    call(product, `/api/sources/${of}/trust`, {
      method: 'PUT',
      body: JSON.stringify({ trust: degree }),
      headers: { 'content-type': 'application/json' },
      ...(key !== undefined && { key }),
    })
  expect((await trust('short', 'suspicious')).status).toBe(200)
  expect((await trust('short', 'quite')).status).toBe(400)
  expect((await trust('vetted', 'malicious')).status).toBe(409)
  expect((await trust('none', 'malicious')).status).toBe(404)
  expect((await trust('short', 'malicious', null)).status).toBe(401)
})
