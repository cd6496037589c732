import { execFile } from 'node:child_process'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

/** `noisefloor analyze` against a server that answers as it is told here, page by page. */

const list = { seen: 2300, unseen: 1200, cves: 1700 }
const facts = {
  state: 'completed',
  bytes: 1,
  read: 1,
  totals: { unique: 1 },
  error: '',
  ignored: [],
  counts: {},
}

/** Calls that were answered, and the statuses that come before the next answers. */
let answered: string[] = []
let refusals: number[] = []

const rows = (from: number, to: number, most: number, row: (at: number) => object): object[] =>
  Array.from({ length: Math.max(0, Math.min(to, most) - from) }, (_, at) => row(from + at))

function answerTo({ pathname, searchParams: asked }: URL): object {
  const size = Number(asked.get('size'))
  if (pathname.startsWith('/api/cves')) {
    const page = Number(asked.get('page') ?? 1)
    const data = rows((page - 1) * size, page * size, list.cves, (at) => ({ cve: `CVE-2021-${10_000 + at}` }))
    return { ...facts, data, total: list.cves, unknown: 0, page, pages: Math.ceil(list.cves / size) }
  }
  const seen = asked.has('query') ? 0 : list.seen
  const [from, unseenFrom] = [Number(asked.get('scroll_token')), Number(asked.get('unseen_from'))]
  const [to, unseenTo] = [from + size, unseenFrom + size]
  return {
    ...facts,
    count: seen,
    data: rows(from, to, seen, (at) => ({ ip: `seen ${at}`, in_list: { line: at } })),
    scroll_token: to < seen ? String(to) : '',
    unseen: rows(unseenFrom, unseenTo, list.unseen, (at) => ({ ip: `unseen ${at}` })),
    unseen_next: unseenTo < list.unseen ? unseenTo : null,
  }
}

let server: Server
let url = ''
beforeAll(async () => {
  server = createServer((request: IncomingMessage, response) => {
    request.resume()
    const status = request.method === 'GET' ? (refusals.shift() ?? 200) : 200
    const asked = new URL(request.url ?? '', 'http://here')
    if (status === 200 && request.method === 'GET') answered.push(asked.search)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify(
        status !== 200
          ? { message: 'Too much.' }
          : request.method === 'GET'
            ? answerTo(asked)
            : { uuid: '0198c0de-0000-7000-8000-00000000000a' },
      ),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())
beforeEach(() => {
  answered = []
  refusals = []
})

const main = join(import.meta.dirname, '../main.ts')
const analyze = async (...words: string[]): Promise<string> => {
  const all = [main, 'analyze', main, '--url', url, '--key', 'any', ...words]
  return (await promisify(execFile)(process.execPath, all, { maxBuffer: 1e8 })).stdout
}
interface Json {
  data: { ip?: string; cve?: string }[]
  unseen?: { ip: string }[]
  unseen_next?: number | null
  scroll_token?: string
}
const json = async (...words: string[]): Promise<Json> =>
  JSON.parse(await analyze('--json', ...words)) as Json

describe('as JSON', () => {
  test('all of a list are there where all are asked for, seen or not, each once', async () => {
    const all = await json('-n', '0')
    expect(all.data).toEqual(
      rows(0, list.seen, list.seen, (at) => ({ ip: `seen ${at}`, in_list: { line: at } })),
    )
    expect(all.unseen).toEqual(rows(0, list.unseen, list.unseen, (at) => ({ ip: `unseen ${at}` })))
    expect(all).toMatchObject({ ...facts, count: list.seen, scroll_token: '', unseen_next: null })
  })

  test('of CVEs, too', async () => {
    const { data } = await json('--cves', '-n', '0')
    expect(new Set(data.map(({ cve }) => cve)).size).toBe(list.cves)
    expect(data).toHaveLength(list.cves)
    expect((await json('--cves', '-n', '1500')).data).toHaveLength(1500)
  })

  test('as many as are asked for, with where the next ones begin', async () => {
    const some = await json('-n', '1500')
    expect([some.data.length, some.unseen?.length]).toEqual([1500, 1200])
    expect([some.scroll_token, some.unseen_next]).toEqual(['1500', null])
    expect(await json('-n', '2')).toMatchObject({
      data: [{ ip: 'seen 0' }, { ip: 'seen 1' }],
      unseen: [{ ip: 'unseen 0' }, { ip: 'unseen 1' }],
      scroll_token: '2',
      unseen_next: 2,
    })
  })
})

test('a server that asks to wait is waited for, while the list is read and between its pages', async () => {
  refusals = [429, 503, 429, 200, 429]
  const { data } = await json('-n', '3')
  expect(data).toHaveLength(3)
  expect(answered).toEqual(['?size=1', '?size=3', '?size=3&query=ip%3A255.255.255.255'])
})
