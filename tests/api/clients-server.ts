import { call, captureOf, upload, waitUntilIdle, webVisit } from '../product/captures.ts'
import { commandLine } from '../product/command-line.ts'
import { type Inside, openInside } from '../product/inside.ts'

/** Addresses that a server for clients has seen, and one that it has not. */
export const seen = ['198.18.3.1', '198.18.3.2', '2001:db8:1::7'] as const
export const unseen = '198.18.3.99'

/** A server as the field's existing clients find it: some visits, and addresses that they hold to be routable. */
export async function startForClients(): Promise<Inside> {
  const product = await openInside({
    NOISEFLOOR_URL: 'https://noise.example,https://enterprise.noise.example',
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
  await commandLine(() => product).run('demo', 'routable')
  await waitUntilIdle(product)
  return product
}

/** Bytes, so that nothing adds a content type of its own. */
export const post = (
  product: Inside,
  path: string,
  body: unknown,
  headers: HeadersInit = { 'content-type': 'application/json' },
) => call(product, path, { method: 'POST', headers, body: new TextEncoder().encode(JSON.stringify(body)) })
