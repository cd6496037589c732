import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OpenAPIHono } from '@hono/zod-openapi'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { visitorAt } from '../limits/caller.ts'
import { openLimits } from '../limits/limits.ts'
import { limitTable } from '../limits/table.ts'
import { boundedBody } from './body.ts'
import type { Env } from './env.ts'
import { untilHungUp } from './hang-up.ts'
import { serverFor } from './listener.ts'
import { problemResponse } from './problem.ts'

const app = new OpenAPIHono<Env>()
app.use(
  untilHungUp,
  async (c, next) => {
    c.set('caller', visitorAt('198.51.100.1'))
    await next()
  },
  boundedBody(openLimits(limitTable).counts),
)
app.post('*', async (c) => c.text(`read ${(await c.req.text()).length}`))
app.onError((error, c) => problemResponse(error, '', c.req.path))

let server: Server
beforeAll(async () => {
  server = serverFor(app, { patience: { stalled: 60_000, linger: 300 } })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function said(type: string, body: string): Promise<string> {
  const { port } = server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/v3/ip`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  })
  const text = await answer.text()
  return answer.ok ? text : `${answer.status} ${(JSON.parse(text) as { detail: string }).detail}`
}

const form = 'application/x-www-form-urlencoded'

test('a form is small, whatever its type is called; a list under the type of a form is no form', async () => {
  const fields = 'a=b&'.repeat(25_000)
  expect(await said(form, fields)).toBe('read 100000')
  for (const type of [form, `${form.toUpperCase()}; charset=utf-8`, 'multipart/form-data; boundary=x'])
    expect(await said(type, `${fields}c`), type).toBe('413 The body of this call may hold 100000 bytes.')
  const list = JSON.stringify({ ips: Array.from({ length: 20_000 }, () => '198.51.100.1') })
  expect(await said(form, list)).toBe(`read ${list.length}`)
})

test('not much of JSON nests deep, also under the type of a form; what a form says nests nothing', async () => {
  const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
  for (const type of ['application/json', 'application/problem+json; charset=utf-8', form, 'text/plain']) {
    expect(await said(type, nested(25_100)), type).toBe('read 50200')
    for (const deep of [nested(25_101), `[${nested(20_000)},${nested(20_000)}]`])
      expect(await said(type, deep), type).toBe('400 Too much of the body nests deeper than 100 levels.')
  }
  for (const type of [form, 'text/csv'])
    expect(await said(type, `a=${nested(25_101)}`), type).toBe('read 50204')
})

test('JSON holds no more names, lists and objects than the longest call has several times; what a text says is none', async () => {
  const members = (many: number): string =>
    `{${Array.from({ length: many - 1 }, (_, at) => `"${at.toString(36)}":0`).join(',')}}`
  const objects = (many: number): string => `[${Array.from({ length: many - 1 }, () => '{}').join(',')}]`
  const most = 50_000
  for (const type of ['application/json', 'application/problem+json; charset=utf-8', form, 'text/plain'])
    for (const of of [members, objects]) {
      expect(await said(type, of(most)), type).toBe(`read ${of(most).length}`)
      expect(await said(type, of(most + 1)), type).toBe(
        '413 The JSON of this call may hold 50000 names, lists and objects.',
      )
    }
  const text = JSON.stringify([':{'.repeat(most + 1)])
  expect(await said('application/json', text)).toBe(`read ${text.length}`)
})
