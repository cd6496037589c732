import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, captureOf, waitUntilIdle, upload, webVisit } from '../product/captures.ts'
import { noisefloorAt } from '../product/command-line.ts'
import { type Inside, openInside, operatorKey } from '../product/inside.ts'

let product: Inside
let other: string
const folder = mkdtempSync(join(tmpdir(), 'noisefloor-export-'))
const query = '198.18.0.0/16 OR 2001:db8::/32'

const visits = (hosts: readonly number[], path: string): Uint8Array =>
  captureOf(
    hosts.map((host, at) =>
      webVisit(
        host === 0 ? '2001:db8::7' : `198.18.1.${host}`,
        { uri: `${path}?q=${host}`, userAgent: `=cmd|"${host}", curl` },
        Date.now() - 60_000 + at,
      ),
    ),
    path,
  )

beforeAll(async () => {
  product = await openInside()
  other = await operatorKey(product)
  await upload(product, visits([...Array(40).keys()], '/first'))
  await waitUntilIdle(product)
})
afterAll(async () => {
  await product.close()
  rmSync(folder, { recursive: true, force: true })
})

async function fetchFile(params: Record<string, string>, key: string | null = product.key) {
  const search = new URLSearchParams({ query, ...params })
  const response = await fetch(new URL(`/api/ip/query?${search}`, product.url), {
    headers: key === null ? {} : { key },
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const cursorOf = ({ headers }: { headers: Headers }): string => headers.get('export-cursor') ?? ''

interface Row {
  ip: string
  change?: string
}

describe('a file over HTTP', () => {
  test('is named, counted and never taken for something else; every format tells the same addresses', async () => {
    const page = await call(product, `/api/ip/query?size=1000&query=${encodeURIComponent(query)}`)
    const records = page.body.data as Row[]
    expect(records.length).toBe(40)
    const first = await fetchFile({ export_format: 'ndjson' })
    expect(first.headers.get('content-disposition')).toMatch(
      /^attachment; filename="ips_198-18-0-0-16-or-2001-db8-32_\d{8}T\d{6}Z\.ndjson"$/,
    )
    expect(first.headers.get('x-content-type-options')).toBe('nosniff')
    expect(first.headers.get('export-count')).toBe('40')
    const lines = first.text.split('\n').slice(0, -1)
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(records)

    const cursor = cursorOf(first)
    const json = await fetchFile({ export_format: 'json', cursor })
    expect(JSON.parse(json.text)).toMatchObject({
      data: records,
      request_metadata: { count: 40, complete: true, export_cursor: cursor, query },
    })
    const sorted = await call(
      product,
      `/api/ip/query?size=1000&sort=last_seen&query=${encodeURIComponent(query)}`,
    )
    const inOrder = await fetchFile({ export_format: 'txt', sort: 'last_seen' })
    expect(inOrder.text).toBe((sorted.body.data as Row[]).map(({ ip }) => `${ip}\n`).join(''))
    const fields = 'last_seen_timestamp,metadata.asn,ip,classification'
    const chosen = await fetchFile({ export_format: 'csv', fields })
    expect(chosen.text.split('\r\n')[0]).toBe(fields)
    const txt = await fetchFile({ export_format: 'txt', cursor })
    expect(txt.text).toBe(records.map(({ ip }) => `${ip}\n`).join(''))
    const csv = await fetchFile({ export_format: 'csv', cursor })
    const table = csv.text.split('\r\n')
    expect(table[0]).toMatch(/^ip,first_seen,last_seen,/)
    expect(table.slice(1, -1).map((line) => line.split(',')[0])).toEqual(records.map(({ ip }) => ip))
    expect(csv.text).toContain('[""=cmd|\\""1\\"", curl""]')
  })

  test('leaves out what is excluded, as pages do, and refuses an unknown name', async () => {
    const file = await fetchFile({ export_format: 'ndjson', exclude: 'raw_data, tags.details' })
    const page = await call(
      product,
      `/api/ip/query?exclude=raw_data,tags.details&size=1000&query=${encodeURIComponent(query)}`,
    )
    expect(
      file.text
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual(page.body.data)
    expect((await fetchFile({ export_format: 'csv', exclude: 'nonsense' })).status).toBe(400)
    expect((await fetchFile({ export_format: 'xml' })).status).toBe(400)
    expect((await fetchFile({ export_format: 'csv', query: 'nofield:1' })).status).toBe(400)
  })

  test('comes gzipped for whoever takes it', async () => {
    const response = await fetch(new URL(`/api/ip/query?export_format=csv&query=*`, product.url), {
      headers: { 'accept-encoding': 'gzip', key: product.key },
    })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect((await response.text()).split('\r\n').length).toBe(42)
  })

  test('is also the CSV of the public call: all that matches, or the first so many as its pages give them', async () => {
    const csvOf = async (asked: string) => {
      const response = await fetch(new URL(`/v3/gnql?format=csv${asked}&query=*`, product.url), {
        headers: { key: product.key },
      })
      expect(response.headers.get('content-type')).toContain('text/csv')
      const rows = (await response.text()).split('\r\n').slice(1, -1)
      expect(response.headers.get('export-count')).toBe(String(rows.length))
      return rows.map((row) => row.split(',')[0])
    }
    const all = await csvOf('')
    expect(all.length).toBe(40)
    const { body } = await call(product, '/v3/gnql?size=5&query=*')
    expect(await csvOf('&size=5')).toEqual((body.data as { ip: string }[]).map(({ ip }) => ip))
    expect(await csvOf('&size=41')).toEqual(all)
    expect((await call(product, '/v3/gnql?format=csv&scroll=x&query=*')).status).toBe(400)
  })

  test.each(['cursor', 'after', 'changes_since'])(
    'is asked for by its format: %s alone is refused',
    async (name) => {
      const { status, body } = await call(
        product,
        `/api/ip/query?${new URLSearchParams({ query, [name]: '198.18.0.1' })}`,
      )
      expect(status).toBe(400)
      expect(body.detail).toBe(`${name}: it is for files, so it needs export_format.`)
    },
  )

  test('is nobody else’s: a cursor serves the workspace that got it', async () => {
    const mine = cursorOf(await fetchFile({ export_format: 'txt' }))
    for (const key of [other, null]) {
      for (const name of ['cursor', 'changes_since']) {
        const refused = await fetchFile({ export_format: 'txt', [name]: mine }, key)
        expect(refused.status).toBe(400)
        expect(JSON.parse(refused.text)).toMatchObject({
          code: 'invalid-cursor',
          title: expect.stringContaining('cursor'),
        })
      }
    }
    expect((await fetchFile({ export_format: 'txt', cursor: mine })).status).toBe(200)
  })
})

const run = (...words: string[]) => noisefloorAt(product.dataFolder, ...words)

describe('the command line', () => {
  test('continues a download that was cut off, to the same bytes, and then tells what changed', async () => {
    const out = join(folder, 'all.csv')
    expect(await run('query', query, '--export', 'csv', '-o', out)).toMatchObject({ status: 0 })
    const whole = readFileSync(out, 'utf8')
    expect(whole.split('\r\n').length).toBe(42)
    // As a run leaves it that was killed on the way.
    const again = join(folder, 'again.csv')
    writeFileSync(`${again}.part`, whole.slice(0, whole.length >> 1))
    writeFileSync(`${again}.part.cursor`, readFileSync(`${out}.cursor`))
    await upload(product, visits([3, 100], '/second'))
    await waitUntilIdle(product)
    expect(await run('query', query, '--export', 'csv', '-o', again)).toMatchObject({ status: 0 })
    expect(readFileSync(again, 'utf8')).toBe(whole)
    expect(existsSync(`${again}.part`)).toBe(false)

    const changes = await run('query', query, '--export', 'txt', '--since', out)
    expect(changes.stdout).toBe('changed\t198.18.1.3\nnew\t198.18.1.100\n')
    expect((await run('query', '*', '--export', 'txt', '--since', out)).status).toBe(2)
    expect((await run('query', query, '--export', 'xml')).status).toBe(2)
  })
})
