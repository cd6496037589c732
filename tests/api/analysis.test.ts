import { describe, expect, test } from 'vitest'
import { eventually } from '../product/captures.ts'
import { checker } from '../product/described.ts'
import { base, form, openLists, seen } from './analyzed-lists.ts'

/** Lists of addresses over HTTP, from what is sent to what comes of it. */

const { call, send, analyzed } = openLists()

const text = `${seen.bad} ${seen.plain}\n8.8.8.8 ${seen.bad}\n192.0.2.9, 300.1.1.1`

describe('a list of addresses', () => {
  test('is compared with what is known: each address is in one part', async () => {
    const { body } = await analyzed(text)
    expect(body).toMatchObject({
      kind: 'ips',
      name: 'Pasted text',
      state: 'completed',
      read: text.length,
      bytes: text.length,
      totals: { submitted: 5, unique: 4, reserved: 3, ignored: 1, blocks: 0 },
      ignored: [{ line: 3, column: 12, text: '300.1.1.1' }],
      count: 2,
    })
    const { all, malicious, business_services: services, ...rest } = body['counts'] as Record<string, number>
    expect([all, malicious]).toEqual([4, 1])
    expect(services! + Object.values(rest).reduce((sum, count) => sum + count, 0)).toBe(3)
    const data = body['data'] as { ip: string; in_list: unknown }[]
    expect(data.map(({ ip, in_list: place }) => [ip, place])).toEqual([
      [seen.bad, { times: 2, line: 1 }],
      [seen.plain, { times: 1, line: 1 }],
    ])
    const unseen = (body['unseen'] as { ip: string; line: number }[]).map(({ ip, line }) => [ip, line])
    expect(unseen).toContainEqual(['192.0.2.9', 3])
  })

  test('may be a file of a form, whose name says what it is', async () => {
    const { body } = await analyzed(form(text, 'auth.log.txt'))
    expect(body).toMatchObject({ name: 'auth.log.txt', file_name: 'auth.log.txt', state: 'completed' })
  })

  test('narrows to those that match a query, in the order asked for', async () => {
    const { body } = await analyzed(text)
    const id = String(body['uuid'])
    const { body: narrowed } = await call(`${base}/${id}?query=classification:malicious&sort=ip`)
    expect([narrowed['count'], (narrowed['data'] as { ip: string }[]).map(({ ip }) => ip)]).toEqual([
      1,
      [seen.bad],
    ])
    const { status, body: refused } = await call(`${base}/${id}?query=nofield:x`)
    expect([status, refused['code']]).toEqual([400, 'invalid-query'])
  })

  test('goes page by page', async () => {
    const { body } = await analyzed(text)
    const id = String(body['uuid'])
    const ips: string[] = []
    let token = ''
    for (let pages = 0; pages < 5; pages += 1) {
      const { body: page } = await call(`${base}/${id}?size=1&sort=ip&scroll_token=${token}`)
      ips.push(...(page['data'] as { ip: string }[]).map(({ ip }) => ip))
      token = String(page['scroll_token'])
      if (token === '') break
    }
    expect(ips).toEqual([seen.bad, seen.plain])
    const unseen: string[] = []
    let from: unknown = 0
    while (typeof from === 'number') {
      const { body: page } = await call(`${base}/${id}?size=1&unseen_from=${from}`)
      unseen.push(...(page['unseen'] as { ip: string }[]).map(({ ip }) => ip))
      from = page['unseen_next']
    }
    expect(unseen).toContain('192.0.2.9')
    expect(unseen.length).toBe((body['counts'] as Record<string, number>)['not_observed'])
  })

  test('is exported whole or in parts, as CSV, JSON, NDJSON or text', async () => {
    const { body } = await analyzed(text)
    const id = String(body['uuid'])
    const csv = await call(`${base}/${id}?export_type=all`)
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="ips-all-Pasted-text.csv"')
    const [head, ...lines] = csv.text.trimEnd().split('\r\n')
    expect(head?.split(',').slice(0, 3)).toEqual(['ip', 'observed', 'classification'])
    expect(lines.map((line) => line.split(',')[0])).toEqual(['8.8.8.8', '192.0.2.9', seen.bad, seen.plain])
    // Who asks for its head alone keeps none of the few places that a caller has for exports.
    for (let asked = 0; asked < 12; asked++) {
      const { status } = await call(`${base}/${id}?export_type=all`, { method: 'HEAD' })
      expect(status).toBe(200)
    }
    const json = await call(`${base}/${id}?export_type=malicious&file_format=json`)
    expect(JSON.parse(json.text)).toMatchObject([{ ip: seen.bad, times_in_list: 2, first_line: 1 }])
    const ndjson = await call(`${base}/${id}?export_type=malicious&file_format=ndjson`)
    expect(JSON.parse(ndjson.text)).toMatchObject({ ip: seen.bad, classification: 'malicious' })
    const plain = await call(`${base}/${id}?export_type=malicious&file_format=txt`)
    expect(plain.text).toBe(`${seen.bad}\n`)
    const accepted = await call(`${base}/${id}`, { headers: { accept: 'application/x-ndjson' } })
    expect(
      accepted.text
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { ip: string }).ip),
    ).toHaveLength(4)
    const narrowed = await call(
      `${base}/${id}?export_type=all&file_format=txt&query=-classification:malicious`,
    )
    expect(narrowed.text).toBe(`${seen.plain}\n`)
    expect((await call(`${base}/${id}?export_type=all&query=nofield:x`)).status).toBe(400)
    for (const part of ['not-observed', 'not_observed', 'business-services', 'business_services']) {
      const of = await call(`${base}/${id}?export_type=${part}&file_format=txt`)
      expect([part, of.headers.get('content-disposition'), of.text.match(/\n/g)?.length ?? 0]).toEqual([
        part,
        `attachment; filename="ips-${part.replace('_', '-')}-Pasted-text.txt"`,
        (body['counts'] as Record<string, number>)[part.replace('-', '_')],
      ])
    }
    expect((await call(`${base}/${id}?export_type=not_seen`)).status).toBe(400)
    const empty = await call(`${base}/${id}?export_type=benign&file_format=json`)
    expect(JSON.parse(empty.text)).toEqual([])
  })

  test('is renamed, shared and removed', async () => {
    const { body } = await analyzed(text)
    const id = String(body['uuid'])
    const patched = await call(`${base}/${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ünïcode', shared: true }),
    })
    expect(patched.body).toMatchObject({ name: 'Ünïcode', shared: true, own: true })
    const { body: all } = await call(base)
    expect((all['items'] as { name: string }[]).map(({ name }) => name)).toContain('Ünïcode')
    expect((await call(`${base}/${id}`, { method: 'DELETE' })).status).toBe(200)
    expect((await call(`${base}/${id}`)).status).toBe(404)
    expect((await call(`${base}/${id}`, { method: 'DELETE' })).status).toBe(404)
  })
})

test('the calls of existing clients tell the same', async () => {
  const { body: started } = await call('/v2/analyze/upload', { method: 'POST', body: form(text, 'file') })
  expect(started['state']).not.toBe('completed')
  const { body } = await eventually(
    () => call(`/v2/analyze/${String(started['uuid'])}`),
    ({ body: { state } }) => state === 'completed',
  )
  expect(body).toMatchObject({
    details: { unique_ips: 4, noise_ips: 2, percentage_of_noise_ips: 50 },
    stats: { classifications: expect.arrayContaining([{ classification: 'malicious', count: 1 }]) },
  })
  const details = body['details'] as Record<string, string[]>
  expect(details['noise_ips_found']).toEqual([seen.bad, seen.plain])
  expect(details['unknown_ips']).toContain('192.0.2.9')
})

test('a list of CVEs is looked up, what nobody knows at the end', async () => {
  const cves = '/api/cves/analysis'
  const list = 'CVE-1999-9999999 cve-2017-9841\nCVE-2017-9841 CVE-99-1'
  const { body: started } = await call(cves, { method: 'POST', body: list })
  const id = String(started['uuid'])
  const { body } = await eventually(
    () => call(`${cves}/${id}`),
    ({ body: { state } }) => state === 'completed',
  )
  expect(body).toMatchObject({
    kind: 'cves',
    totals: { submitted: 3, unique: 2, ignored: 1 },
    total: 2,
    unknown: 1,
    data: [
      { cve: 'CVE-2017-9841', known: true, times: 2, line: 1, addresses: 1 },
      { cve: 'CVE-1999-9999999', known: false, times: 1 },
    ],
  })
  const { text: csv } = await call(`${cves}/${id}?export_type=all`)
  expect(csv.split('\r\n').map((line) => line.split(',')[0])).toEqual([
    'cve',
    'CVE-2017-9841',
    'CVE-1999-9999999',
    '',
  ])
  // No list of what is exploited was imported: neither says that nobody exploits it.
  expect(body['data']).toMatchObject([{ kev: null }, { kev: null }])
  const file = await call(`${cves}/${id}?export_type=all&file_format=json`)
  expect(JSON.parse(file.text)).toMatchObject([{ kev: '' }, { kev: '' }])
  // Each kind knows its own.
  expect((await call(`${base}/${id}`)).status).toBe(404)
})

test('files of lists are what the description of the call says', async () => {
  const check = checker((await call('/api/openapi.json')).body)
  const ips = String((await analyzed(text)).body['uuid'])
  const { body } = await call('/api/cves/analysis', { method: 'POST', body: 'CVE-2017-9841 CVE-99-1' })
  const cves = String(body['uuid'])
  await eventually(
    () => call(`/api/cves/analysis/${cves}`),
    ({ body: { state } }) => state === 'completed',
  )
  const wrong: string[] = []
  for (const [path, id] of [
    [base, ips],
    ['/api/cves/analysis', cves],
  ] as const)
    for (const part of ['all', 'ignored'])
      for (const format of ['csv', 'json', 'ndjson', 'txt']) {
        const file = await call(`${path}/${id}?export_type=${part}&file_format=${format}`)
        const type = file.headers.get('content-type')?.split(';')[0] ?? ''
        const answered = { method: 'get', path: `${path}/{id}`, status: file.status, type }
        wrong.push(...check(answered, format === 'json' ? JSON.parse(file.text) : file.text))
      }
  expect(wrong).toEqual([])
})

describe('refused are', () => {
  test.each([
    ['a list without addresses', 'none of them', 'Could not create new Analysis. Try updating your IP list.'],
    ['a file that is something else', 'PK\x03\x04 packed', 'File type not supported'],
  ])('%s, told when it was read', async (_name, content, message) => {
    const { body } = await analyzed(form(content, 'a.txt'))
    expect(body).toMatchObject({ state: 'failed', error: expect.stringContaining(message) })
  })

  test('at once: nothing at all, a file of another type, a form without a file or with two, half a form', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const half = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n8.8.8.8'
    const two = form('8.8.8.8 CVE-2021-44228', 'a.txt')
    two.append('file', new Blob(['9.9.9.9 CVE-2014-0160']), 'b.txt')
    const answers = [
      await send(''),
      await send(form('8.8.8.8', 'a.exe')),
      await send(form('8.8.8.8', 'a.txt', 'elsewhere')),
      await send(two),
      await call('/api/cves/analysis', { method: 'POST', body: two }),
      await call(base, { method: 'POST', headers, body: half }),
      await call(base, { method: 'POST', headers: { 'content-type': 'multipart/form-data' }, body: half }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 415, 400, 400, 400, 400, 400])
    for (const { body } of answers.slice(3, 5)) expect(body['message']).toContain('one file is expected')
    expect(answers[1]?.body['message']).toBe('File type not supported')
  })

  test('whoever has no key, and an id that nobody has', async () => {
    expect((await call(base, { method: 'POST', body: text }, '')).status).toBe(401)
    expect((await call(`${base}/0197c000-0000-7000-8000-000000000000`)).status).toBe(404)
    expect((await call(`${base}/analysis`)).status).toBe(404)
  })
})
