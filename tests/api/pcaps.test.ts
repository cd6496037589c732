import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dissected } from '#packet/testing/dissected.ts'
import { captureOf, eventually, upload, waitUntilIdle, webVisit } from '../product/captures.ts'
import { type Inside, openInside } from '../product/inside.ts'

/** Packets of sessions over HTTP: how much they are, the file of them, and what is in it. */

const base = '/api/workspace/sensors/pcap'
const now = Date.now()
const at = now - 600_000
const captures = [
  captureOf([webVisit('198.18.8.1', { uri: '/one' }, at), webVisit('198.18.8.2', { uri: '/two' }, at + 50)]),
  captureOf([webVisit('198.18.8.1', { uri: '/three' }, at + 1000)]),
]
const range = { from: new Date(now - 3_600_000).toISOString(), to: new Date(now).toISOString() }

let product: Inside
beforeAll(async () => {
  product = await openInside()
  for (const capture of captures) await upload(product, capture)
  await waitUntilIdle(product)
})
afterAll(async () => {
  await product.close()
})

async function call(path: string, { json, ...init }: RequestInit & { json?: unknown } = {}) {
  const answer = await fetch(new URL(path, product.url), {
    ...init,
    ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
    headers: { key: product.key, 'content-type': 'application/json', ...init.headers },
  })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false
  const body = isJson ? (JSON.parse(Buffer.from(bytes).toString()) as Record<string, unknown>) : {}
  return { status: answer.status, headers: answer.headers, bytes, body }
}

async function made(asked: object) {
  const { status, body } = await call(base, { json: { ...range, ...asked } })
  expect([status, body['state']]).toEqual([200, 'queued'])
  const path = `${base}/${String(body['uuid'])}`
  const { body: done } = await eventually(
    () => call(path),
    ({ body: { state } }) => state !== 'queued' && state !== 'running',
  )
  return { path, done }
}

test('the packets of all sessions are one pcapng that says what the captures said', async () => {
  const { body: estimate } = await call(`${base}/estimate`, { json: range })
  const { path, done } = await made({})
  expect(done).toMatchObject({ state: 'completed', captures: 2, error: '' })
  const { bytes, headers } = await call(`${path}/file`)
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="packets-[\dT-]+\.pcapng"$/)
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(done['sha256'])
  expect(bytes.length).toBe(done['bytes'])
  const all = await Promise.all(captures.map((capture) => dissected(capture)))
  expect((await dissected(bytes)).conversations).toHaveLength(3)
  // One address spoke twice by other ports: of each what was said is there.
  const paths = (some: Awaited<ReturnType<typeof dissected>>[]) =>
    some
      .flatMap(({ conversations }) => conversations)
      .map(({ source, http }) => [source.ip, http?.requests[0]?.uri])
      .toSorted()
  expect(paths([await dissected(bytes)])).toEqual(paths(all))
  expect(estimate).toMatchObject({ sessions: 3, captures: 2, packets: done['packets'] })
  expect(done['bytes']).toBeLessThanOrEqual(Number(estimate['bytes']) + 200)
})

test('a query over sessions chooses, and nothing else is in the file', async () => {
  const { path, done } = await made({ query: 'http.uri:"/two"' })
  expect(done).toMatchObject({ state: 'completed', captures: 1 })
  const { conversations } = await dissected((await call(`${path}/file`)).bytes)
  expect(conversations.map(({ source }) => source.ip)).toEqual(['198.18.8.2'])
})

test('a download goes on where it broke off, and starts anew where the file is another', async () => {
  const { path } = await made({ query: 'source.ip:198.18.8.1' })
  const { bytes: whole, headers } = await call(`${path}/file`)
  const etag = headers.get('etag') ?? ''
  const rest = await call(`${path}/file`, { headers: { range: 'bytes=100-', 'if-range': etag } })
  expect([rest.status, rest.headers.get('content-range')]).toEqual([
    206,
    `bytes 100-${whole.length - 1}/${whole.length}`,
  ])
  expect(Buffer.from(rest.bytes)).toEqual(Buffer.from(whole.subarray(100)))
  expect((await call(`${path}/file`, { headers: { range: 'bytes=100-', 'if-range': '"x"' } })).status).toBe(
    200,
  )
  expect((await call(`${path}/file`, { headers: { range: `bytes=${whole.length}-` } })).status).toBe(416)
})

test('what cannot be made is refused before anything is read, with the reason', async () => {
  const refused = async (asked: object) => {
    const { status, body } = await call(base, { json: { ...range, ...asked } })
    return [status, body['code'], body['message']]
  }
  expect(await refused({ query: 'no.such:field' })).toEqual([
    400,
    'invalid-query',
    expect.stringContaining('no.such'),
  ])
  expect(await refused({ query: 'source.ip:192.0.2.1' })).toEqual([
    404,
    'not-found',
    expect.stringContaining('No session'),
  ])
  expect(await refused({ to: range.from })).toEqual([
    400,
    'invalid-input',
    expect.stringContaining('ends before'),
  ])
  expect(await refused({ sensors: ['nobody’s'] })).toEqual([404, 'not-found', expect.any(String)])
  expect((await refused({ from: 'yesterday' }))[0]).toBe(400)
  expect((await call(base, { json: range, headers: { key: '' } })).status).toBe(401)
})

test('one that was removed is gone with its file; one that is made cannot be ended', async () => {
  const { path, done } = await made({})
  await call(`${path}/cancel`, { method: 'POST' })
  expect((await call(path)).body).toMatchObject({ state: 'completed' })
  expect((await call(path, { method: 'DELETE' })).status).toBe(200)
  expect([(await call(path)).status, (await call(`${path}/file`)).status]).toEqual([404, 404])
  const { body } = await call(base)
  expect(JSON.stringify(body)).not.toContain(done['uuid'])
})
