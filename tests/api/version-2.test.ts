import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ipRecordV2 } from '#server/api/wire/ip-record-v2.ts'
import { call } from '../product/captures.ts'
import type { Inside } from '../product/inside.ts'
import { post as sentTo, startForClients, seen, unseen } from './clients-server.ts'

/** The calls of version 2, as older clients make them. */

let product: Inside
beforeAll(async () => {
  product = await startForClients()
})
afterAll(async () => {
  await product.close()
})

const post = (...asked: [path: string, body: unknown, headers?: HeadersInit]) => sentTo(product, ...asked)

describe('version 2, which older clients know alone', () => {
  test('quick: a row an address, in their order, by every way clients send a list', async () => {
    const rows = [
      { ip: seen[0], noise: true, riot: false, code: '0x01' },
      { ip: unseen, noise: false, riot: false, code: '0x00' },
      { ip: 'nonsense', noise: false, riot: false, code: '0x07' },
    ]
    const ips = rows.map(({ ip }) => ip)
    const answers = [
      await call(product, `/v2/noise/multi/quick?ips=${ips.join(',')}`),
      await post('/v2/noise/multi/quick', { ips }),
      await post('/v2/noise/multi/quick', { ips }, {}),
      await post('/v2/noise/multi/quick', ips),
    ]
    for (const { status, body } of answers) expect([status, body]).toEqual([200, rows])
    for (const row of rows.slice(0, 2))
      expect((await call(product, `/v2/noise/quick/${row.ip}`)).body).toEqual(row)
    expect((await call(product, '/v2/noise/quick/nonsense')).status).toBe(400)
  })

  test('context: the flat record, and one that was not seen says so', async () => {
    const one = await call(product, `/v2/noise/context/${seen[1]}`)
    expect(one.status).toBe(200)
    expect(ipRecordV2.parse(one.body)).toEqual(one.body)
    expect(one.body).toMatchObject({ seen: true, raw_data: { web: { paths: ['/trap/1'] } } })
    const none = await call(product, `/v2/noise/context/${unseen}`)
    expect([none.status, none.body]).toEqual([200, { ip: unseen, seen: false }])
    const { body } = await post('/v2/noise/multi/context', { ips: [unseen, seen[1], 'nonsense'] })
    expect(body).toEqual({ data: [none.body, one.body, { ip: 'nonsense', seen: false }] })
  })

  test('lists are bounded', async () => {
    const many = Array.from({ length: 1001 }, (_, n) => `198.18.${n >> 8}.${n & 255}`)
    for (const path of ['/v2/noise/multi/quick', '/v2/noise/multi/context']) {
      expect((await post(path, { ips: many })).body).toMatchObject({ status: 400, code: 'invalid-input' })
      expect((await post(path, { ips: many.slice(1) })).status).toBe(200)
      expect((await post(path, { ips: [] })).status).toBe(400)
    }
    expect((await call(product, `/v2/noise/multi/quick?ips=${many.join(',')}`)).status).toBe(400)
    expect((await call(product, '/v2/noise/multi/quick')).status).toBe(400)
  })

  test('metadata is all tags', async () => {
    const { body } = await call(product, '/v2/meta/metadata')
    expect({ tags: body.metadata }).toEqual((await call(product, '/v3/tags')).body)
    expect((body.metadata as object[])[0]).toMatchObject({
      id: expect.any(String),
      label: expect.any(String),
      recommend_block: expect.any(Boolean),
    })
  })

  test('riot: a miss is 404 with its shape', async () => {
    const { status, body } = await call(product, `/v2/riot/${unseen}`)
    expect([status, body]).toEqual([404, { ip: unseen, riot: false }])
  })
})
