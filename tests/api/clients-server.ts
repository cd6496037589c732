import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'vitest'
import { call, captureOf, upload, waitUntilIdle, webVisit } from '../product/captures.ts'
import { root, startProduct, type Product } from '../product/start.ts'

/** Addresses that a server for clients has seen, and one that it has not. */
export const seen = ['198.18.3.1', '198.18.3.2', '2001:db8:1::7'] as const
export const unseen = '198.18.3.99'

/** A server as the field's existing clients find it: some visits, and addresses that they hold to be routable. */
export async function startForClients(): Promise<Product> {
  const product = await startProduct({
    environment: { NOISEFLOOR_URL: 'https://noise.example,https://enterprise.noise.example' },
  })
  const now = Date.now()
  await upload(
    product,
    captureOf(
      seen.map((source, at) =>
        webVisit(source, { uri: `/trap/${at}`, userAgent: 'trap/1' }, now - 1000 * (at + 1)),
      ),
    ),
  )
  const sent = spawnSync(process.execPath, [join(root, 'cli', 'main.ts'), 'demo', 'routable'], {
    encoding: 'utf8',
    env: { NOISEFLOOR_DATA: product.dataFolder },
  })
  expect([sent.status, sent.stderr]).toEqual([0, ''])
  await waitUntilIdle(product)
  return product
}

/** Bytes, so that nothing adds a content type of its own. */
export const post = (
  product: Product,
  path: string,
  body: unknown,
  headers: HeadersInit = { 'content-type': 'application/json' },
) => call(product, path, { method: 'POST', headers, body: new TextEncoder().encode(JSON.stringify(body)) })
