import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAppStore } from '#store/app/open.ts'
import { createKey } from '#store/app/keys.ts'
import { createWorkspace } from '#store/app/workspaces.ts'
import { call, captureOf, waitUntilIdle, upload, webVisit } from '../product/captures.ts'
import { type Inside, openInside } from '../product/inside.ts'

let product: Inside
let other: string

beforeAll(async () => {
  product = await openInside()
  const app = await openAppStore({ file: join(product.dataFolder, 'noisefloor.db') })
  const now = Date.now()
  const workspace = await createWorkspace(app.db, { name: 'Tenant', publish: false, now })
  other = (await createKey(app.db, { workspace: workspace.id, now })).secret
  await app.close()
  await upload(
    product,
    captureOf([webVisit('198.18.9.1', { uri: '/secret-of-ours' }, now - 1000)]),
    'publish=false',
  )
  await upload(
    product,
    captureOf([webVisit('198.18.9.2', { uri: '/secret-of-theirs' }, now - 2000)]),
    '',
    other,
  )
  await upload(
    product,
    captureOf([webVisit('198.18.9.3', { uri: '/forced-by-them' }, now - 3000)]),
    'publish=true',
    other,
  )
  await upload(product, captureOf([webVisit('198.18.9.4', { uri: '/public' }, now - 4000)]))
  // An address everybody sees, part of whose sessions is nobody else's business.
  const hidden = (uri: string): Uint8Array =>
    captureOf([webVisit('198.18.9.4', { uri, userAgent: `agent${uri}` }, now - 5000)])
  await upload(product, hidden('/secret-beside-public'), 'publish=false')
  await upload(product, hidden('/secret-of-another'), '', other)
  await waitUntilIdle(product)
})
afterAll(async () => {
  await product.close()
})

test('what was not published is in no global answer, whoever asks', async () => {
  for (const key of [product.key, other, null]) {
    for (const ip of ['198.18.9.1', '198.18.9.2', '198.18.9.3']) {
      expect((await call(product, `/v3/ip/${ip}`, { key })).status).toBe(404)
      expect((await call(product, `/api/ip/${ip}`, { key })).body).toMatchObject({
        internet_scanner_intelligence: { found: false },
      })
      expect((await call(product, `/api/ip/${ip}/timeline`, { key })).body.results).toEqual([])
      expect((await call(product, `/v3/community/${ip}`, { key })).status).toBe(404)
      expect(await (await fetch(new URL(`/ip/${ip}`, product.url))).text()).not.toContain('secret-of')
    }
    const { body } = await call(product, '/v3/gnql?query=198.18.9.0/24', { key })
    expect((body.data as { ip: string }[]).map(({ ip }) => ip)).toEqual(['198.18.9.4'])
    expect((await call(product, '/v3/gnql/stats?query=198.18.9.0/24', { key })).body.count).toBe(1)
  }
})

test('a public address shows its published sessions only: in the record, the queries, the timeline and the page', async () => {
  for (const key of [product.key, other, null]) {
    const record = await call(product, '/v3/ip/198.18.9.4', { key })
    expect(record.body).toMatchObject({
      internet_scanner_intelligence: {
        metadata: { sensor_hits: 1 },
        raw_data: { http: { path: ['/public'] } },
      },
    })
    const lines = [
      record.body,
      (await call(product, '/api/ip/198.18.9.4', { key })).body,
      (await call(product, '/api/ip/198.18.9.4/timeline?field=http_path', { key })).body,
    ]
    expect(JSON.stringify(lines)).not.toContain('secret')
    for (const query of ['raw_data.http.path:*secret*', 'raw_data.http.useragent:*secret*'])
      expect((await call(product, `/v3/gnql?query=${query}`, { key })).body.data).toEqual([])
  }
  const page = await fetch(new URL('/ip/198.18.9.4', product.url))
  expect(await page.text()).not.toContain('secret')
})
