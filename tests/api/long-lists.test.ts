import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { call } from '../product/captures.ts'
import { openInside, type Inside } from '../product/inside.ts'

/** Lists in bodies that hold far more than a call takes. */

let product: Inside
beforeAll(async () => {
  product = await openInside()
})
afterAll(() => product.close())

test('are refused by their length, whatever they list', async () => {
  // A complaint about each of so many took seconds of everybody's, and then failed.
  const wrong = Array.from({ length: 700_000 }, () => 1)
  for (const [path, list] of [
    ['/v3/ip', { ips: wrong }],
    ['/v3/cves', { cves: wrong }],
    ['/v2/noise/multi/quick', { ips: wrong }],
    ['/v2/noise/multi/quick', wrong],
    ['/v2/noise/multi/context', { ips: wrong }],
  ] as const) {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const { status, body } = await call(product, path, { ...init, body: JSON.stringify(list) })
    expect([path, status, body['message']], path).toEqual([path, 400, expect.stringMatching(/10000?\b/)])
  }
})

test('are answered in parts: nowhere is all of a long answer copied at once', async () => {
  const ips = Array.from({ length: 10_000 }, (_, n) => `198.18.${n >> 8}.${n & 255}`)
  const copied = vi.spyOn(Buffer, 'from')
  const { status, body } = await call(product, '/v3/ip?quick=true', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ips }),
  })
  const lengths = copied.mock.calls.map(([one]: unknown[]) => (typeof one === 'string' ? one.length : 0))
  copied.mockRestore()
  expect([status, (body['data'] as { ip: string }[]).map(({ ip }) => ip)]).toEqual([200, ips])
  expect(JSON.stringify(body).length).toBeGreaterThan(1_000_000)
  expect(Math.max(...lengths)).toBeLessThan(400_000)
})

test('have a bound in the description of each call that takes one', async () => {
  const { body } = await call(product, '/api/openapi.json')
  const paths = body['paths'] as Record<string, Record<string, { requestBody?: object }>>
  const { schemas } = body['components'] as { schemas: Record<string, object> }
  const unbounded = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody = {} }]) =>
      listsIn(requestBody, schemas).every(({ maxItems }) => maxItems !== undefined)
        ? []
        : [`${method} ${path}`],
    ),
  )
  expect(unbounded).toEqual([])
})

/** The lists of a description, those within others too. @param schemas by the names that stand for them */
function listsIn(described: object, schemas: Readonly<Record<string, object>>): { maxItems?: number }[] {
  const { $ref } = described as { $ref?: string }
  const meant = $ref === undefined ? described : (schemas[$ref.split('/').at(-1) ?? ''] ?? {})
  const inner = Object.values(meant).flatMap((one: unknown) =>
    typeof one === 'object' && one !== null ? listsIn(one, schemas) : [],
  )
  return (meant as { type?: unknown }).type === 'array' ? [meant, ...inner] : inner
}
