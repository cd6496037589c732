import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, expect, test } from 'vitest'
import { compressed } from './compress.ts'
import type { Env } from './env.ts'
import { wholeResponse } from './whole.ts'

/** JSON of so many bytes. */
const jsonOf = (bytes: number): string => JSON.stringify('scanner '.repeat(bytes).slice(0, bytes - 2))
const json = { 'content-type': 'application/json' }

const app = new Hono<Env>()
app.use(compressed)
app.get('/text/:bytes', (c) => c.body(jsonOf(Number(c.req.param('bytes'))), 200, json))
app.get('/bytes/:bytes', (c) => {
  const body = Buffer.from(jsonOf(Number(c.req.param('bytes'))))
  return new Response(body, { headers: { ...json, 'content-length': String(body.byteLength) } })
})
const given: Response[] = []
app.get('/whole/:bytes', (c) => {
  const made = wholeResponse(Buffer.from(jsonOf(Number(c.req.param('bytes')))), { headers: json })
  given.push(made)
  return made
})
app.get('/stream/:bytes', (c) => {
  const { body } = new Response(jsonOf(Number(c.req.param('bytes'))))
  return new Response(body, { headers: json })
})
app.get('/headers', (c) => {
  c.header('set-cookie', 'one=1')
  c.header('set-cookie', 'two=2', { append: true })
  c.header('etag', '"strong"')
  return c.body(jsonOf(5000), 404, json)
})
app.get('/as-it-is', (c) => c.body(jsonOf(5000), 200, { ...json, 'cache-control': 'private, no-transform' }))
app.get('/part', (c) => c.body(jsonOf(5000), 206, json))
const begun = Promise.withResolvers<void>()
app.get('/long', () => {
  const half = Buffer.from('a'.repeat(400 * 1024))
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        controller.enqueue(half)
        await begun.promise
        controller.enqueue(half)
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, { headers: { ...json, 'content-length': String(2 * half.length) } })
})
app.get('/page', (c) => c.html(jsonOf(5000)))
app.get('/nothing', (c) => c.body(null, 204))

const server = createServer(getRequestListener(app.fetch)).listen(0, '127.0.0.1')
afterAll(() => server.close())

interface Answer {
  status: number | undefined
  headers: IncomingHttpHeaders
  body: Buffer
}

async function ask(
  path: string,
  encoding = 'gzip',
  method = 'GET',
  onHeaders = (): void => undefined,
): Promise<Answer> {
  const { port } = server.address() as AddressInfo
  const headers = { 'accept-encoding': encoding }
  return new Promise((done, fail) => {
    request({ host: '127.0.0.1', port, path, method, headers }, (res) => {
      onHeaders()
      buffer(res).then((body) => done({ status: res.statusCode, headers: res.headers, body }), fail)
    })
      .on('error', fail)
      .end()
  })
}

const sizes = [2, 1023, 1024, 32 * 1024, 32 * 1024 + 1, 512 * 1024, 512 * 1024 + 1]

test.each(['text', 'bytes', 'whole', 'stream'])(
  'JSON given as %s is the same packed and not, however long it is, and its length is told when it is packed in one piece',
  async (kind) => {
    for (const size of sizes) {
      const path = `/${kind}/${size}`
      const plain = await ask(path, 'identity')
      expect(plain.headers['content-encoding']).toBeUndefined()
      expect(plain.body.toString()).toBe(jsonOf(size))
      const packed = await ask(path)
      expect(packed.headers['content-encoding']).toBe(size < 1024 ? undefined : 'gzip')
      expect((size < 1024 ? packed.body : gunzipSync(packed.body)).toString()).toBe(jsonOf(size))
      if (size <= 512 * 1024) expect(packed.headers['content-length']).toBe(String(packed.body.length))
      else expect(packed.headers['content-length']).toBeUndefined()
      expect(packed.headers.vary).toBe('Accept-Encoding')
    }
  },
)

test('a packed answer keeps its status and cookies, and its strong tag becomes a weak one', async () => {
  const { status, headers, body } = await ask('/headers')
  expect(gunzipSync(body).toString()).toBe(jsonOf(5000))
  expect(status).toBe(404)
  expect(headers).toMatchObject({ etag: 'W/"strong"', 'set-cookie': ['one=1', 'two=2'], ...json })
  expect((await ask('/headers', 'br')).headers.etag).toBe('"strong"')
})

test.each(['/as-it-is', '/part'])('%s is never packed', async (path) => {
  const { headers, body } = await ask(path)
  expect(headers['content-encoding']).toBeUndefined()
  expect(body.toString()).toBe(jsonOf(5000))
})

test('an answer that is whole is packed without being read, which would copy it', async () => {
  const { headers } = await ask('/whole/5000')
  expect(headers['content-encoding']).toBe('gzip')
  expect(given.at(-1)?.bodyUsed).toBe(false)
})

test('a page is packed as it is sent', async () => {
  const { headers, body } = await ask('/page')
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', 'transfer-encoding': 'chunked' })
  expect(gunzipSync(body).toString()).toBe(jsonOf(5000))
})

test('a very long answer begins before all of it is made', async () => {
  const { headers, body } = await ask('/long', 'gzip', 'GET', begun.resolve)
  expect(headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(body).length).toBe(800 * 1024)
})

test('an answer without a body stays one', async () => {
  for (const [path, method] of [
    ['/nothing', 'GET'],
    ['/text/5000', 'HEAD'],
  ] as const) {
    const { headers, body } = await ask(path, 'gzip', method)
    expect(body.length).toBe(0)
    expect(headers['content-encoding']).toBeUndefined()
  }
})
