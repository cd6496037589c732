import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { budget } from '#model/budget.ts'
import { openInside, type Inside } from '../product/inside.ts'

/** What one request may cost, and what the server still does while its engine does not answer. */

let inside: Inside
const documents = 1500
const conditions = 1000

beforeAll(async () => {
  const costs = {
    indexSteps: 40_000_000,
    engineSteps: 500_000_000,
    answerBytes: 400_000,
    silenceMs: budget.silenceMs,
  }
  inside = await openInside({}, costs)
  // Each has 20 paths of some 200 letters, which lie badly for whoever looks for many of them.
  const ip = "toIPv6(concat('::ffff:198.18.', toString(intDiv(number, 256)), '.', toString(number % 256)))"
  await inside.deps.analytics.migrator.command(
    `INSERT INTO {db}.ips (ip, classification, first_seen, last_seen, organization, http_path)
     SELECT ${ip}, 'unknown', now(), now(), concat(repeat('a', 3000), toString(number)), arrayMap(n -> concat(repeat('a', 200), toString(number * 20 + n)), range(20))
     FROM numbers(1, ${documents}) SETTINGS max_block_size = 250`,
  )
  await until(async () => inside.deps.memoryIndex.documents(['198.18.0.1'])?.ends.length === 1)
})
afterAll(() => inside.close())

/** Waits for the state; the limit of the test ends what never comes. */
async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5))
}

const call = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(new URL(path, inside.url), init)
const gnql = (query: string, rest = ''): string => `query=${encodeURIComponent(query)}${rest}`
const many = (of: (n: number) => string, between = ' '): string =>
  Array.from({ length: conditions }, (_, n) => of(n)).join(between)

interface Page {
  data: { ip: string; explanation?: unknown[] }[]
  request_metadata: {
    count: number
    complete: boolean
    scroll_token?: string
    scroll?: string
    message: string
  }
}

describe('one request', () => {
  test('explains as many rows as rows × conditions allow, says so, and goes on with the next', async () => {
    const query = many((n) => `-path:*q${n}n*`)
    let [token, explained]: [string, string[]] = ['', []]
    for (let page = 0; page < 2; page += 1) {
      const response = await call(
        `/api/ip/query?${gnql(query, `&explain=1&size=10000&exclude=raw_data&scroll_token=${token}`)}`,
      )
      expect(response.status).toBe(200)
      const { data, request_metadata: said } = (await response.json()) as Page
      // The window that the server adds is a condition, too.
      const max = Math.floor(budget.explanations / (conditions + 1))
      expect(data.length).toBeGreaterThan(0)
      expect(data.length).toBeLessThanOrEqual(max)
      expect(data[0]?.explanation).toHaveLength(conditions + 1)
      expect(said.complete).toBe(false)
      expect(said.message).toMatch(/^These are \d+ of the 10,000 rows that were asked for: /)
      explained = [...explained, ...data.map(({ ip }) => ip)]
      token = encodeURIComponent(said.scroll_token ?? '')
    }
    expect(new Set(explained).size).toBe(explained.length)
  })

  test('gets no page of more bytes than one may have; walking on gives every address once', async () => {
    const found: string[] = []
    let scroll = ''
    for (let pages = 1; ; pages += 1) {
      const response = await call(
        `/v3/gnql?${gnql('last_seen:90d', `&size=10000&scroll=${encodeURIComponent(scroll)}`)}`,
      )
      const text = await response.text()
      expect(text.length).toBeLessThan(410_000)
      const { data, request_metadata: said } = JSON.parse(text) as Page
      found.push(...data.map(({ ip }) => ip))
      if (said.complete) {
        expect(pages).toBeGreaterThan(5)
        break
      }
      scroll = said.scroll ?? ''
    }
    expect([found.length, new Set(found).size]).toEqual([documents, documents])
  })

  test('is told to ask for fewer where an answer has no next page', async () => {
    const ips = Array.from({ length: 500 }, (_, n) => `198.18.${(n + 1) >> 8}.${(n + 1) & 255}`)
    const response = await call('/v3/ip', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ips }),
    })
    expect([response.status, await response.json()]).toMatchObject([
      413,
      { code: 'too-large', limit: 400_000 },
    ])
  })

  test.each([
    '/api/ip/query',
    '/v3/gnql',
    '/v2/experimental/gnql',
    '/v3/gnql/stats',
    '/v2/experimental/gnql/stats',
  ])(
    '%s: is refused with the place of what costs most, when neither index nor engine may spend so much',
    async (path) => {
      const costly = `organization:*${'a'.repeat(150)}?b*`
      const response = await call(`${path}?${gnql(`tor:false ${costly}`)}`)
      const problem = (await response.json()) as {
        code: string
        diagnostics: { span: { start: number; end: number } }[]
      }
      expect([response.status, problem.code]).toEqual([400, 'too-costly'])
      const [{ span } = { span: { start: 0, end: 0 } }] = problem.diagnostics
      expect(`tor:false ${costly}`.slice(span.start, span.end)).toMatch(/^(organization:)?\*a+\?b\*$/)
    },
  )

  test('over a list that was analyzed is refused with the same place, and the list answers on', async () => {
    const list = Array.from({ length: documents }, (_, n) => `198.18.${(n + 1) >> 8}.${(n + 1) & 255}`)
    const headers = { key: inside.key }
    const started = await call('/api/ip/analysis', { method: 'POST', headers, body: list.join('\n') })
    const { uuid } = (await started.json()) as { uuid: string }
    const asked = (query: string) => call(`/api/ip/analysis/${uuid}?size=1&${gnql(query)}`, { headers })
    const known = async (): Promise<number> => ((await (await asked('*')).json()) as { count: number }).count
    await until(async () => (await known()) === documents)
    const costly = `organization:*${'a'.repeat(150)}?b*`
    const refused = await asked(`tor:false ${costly}`)
    const { code, diagnostics } = (await refused.json()) as {
      code: string
      diagnostics: { span: { start: number; end: number } }[]
    }
    expect([refused.status, code]).toEqual([400, 'too-costly'])
    const said = diagnostics.map(({ span }) => `tor:false ${costly}`.slice(span.start, span.end))
    expect(said).toEqual([costly.slice('organization:'.length)])
    expect(await known()).toBe(documents)
  })

  test('is refused on the page, too, where the text stands', async () => {
    const page = await call(`/query/${encodeURIComponent(`organization:*${'a'.repeat(150)}?b*`)}`)
    expect(page.status).toBe(200)
    expect(await page.text()).toMatch(/would cost [\d,]+ times what one may/)
  })

  test('with a thousand texts anywhere is answered from memory in one pass', async () => {
    const query = `${many((n) => `path:*q${n}n*`, ' OR ')} OR path:*a100`
    const response = await call(`/v3/gnql/stats?${gnql(query)}`)
    expect([response.status, ((await response.json()) as { count: number }).count]).toEqual([200, 1])
  })

  test('never makes the server read a long text on its own thread', async () => {
    for (const text of ['"'.repeat(9000), 'a:'.repeat(4000), many((n) => `contry:x${n}`)]) {
      const asked = call(`/api/gnql/complete?text=${encodeURIComponent(text)}`)
      const refused = call(`/v3/gnql/stats?${gnql(text)}`)
      expect((await asked).status).toBe(200)
      expect((await refused).status).toBe(400)
    }
  })
})

test('whoever hangs up ends the worker’s task, and what waits is never begun', async () => {
  const path = `/api/ip/query?${gnql(
    many((n) => `-path:*f?h*q${n}n*`),
    '&explain=1&size=10000',
  )}`
  const callers = Array.from({ length: 8 }, () => new AbortController())
  let ended = 0
  const calls = callers.map(({ signal }) =>
    call(path, { signal })
      .catch((error: unknown) => error)
      .finally(() => (ended += 1)),
  )
  await until(() => inside.work.load().running > 0 || ended === callers.length)
  expect(ended).toBeLessThan(callers.length)
  for (const caller of callers) caller.abort()
  await Promise.all(calls)
  await until(() => inside.work.load().running + inside.work.load().waiting === 0)
  await until(() => inside.deps.memoryIndex.load().asked + inside.deps.memoryIndex.load().waiting === 0)
  expect(inside.logged).toEqual([])
})

/** Processes of the engine that serves this data folder. */
const engines = (): number[] =>
  readdirSync('/proc')
    .filter((pid) => {
      try {
        return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(inside.dataFolder)
      } catch {
        return false
      }
    })
    .map(Number)
const tell = (signal: NodeJS.Signals): void => {
  for (const pid of engines()) process.kill(pid, signal)
}

// Nowhere else is there a /proc that names the engine's process.
describe.runIf(existsSync('/proc/self/cmdline'))('while the engine stands still', () => {
  beforeAll(async () => {
    tell('SIGSTOP')
    await until(() => !inside.deps.health.answers())
  })
  afterAll(() => tell('SIGCONT'))

  test('the server lives, and says that it is not ready', async () => {
    expect((await call('/healthz')).status).toBe(200)
    const ready = await call('/readyz')
    expect([ready.status, await ready.json()]).toMatchObject([503, { ready: false, database: 'ok' }])
  })

  test('what is in memory is answered: look-ups, lists of addresses, queries, counts', async () => {
    for (const path of [
      '/v3/ip/198.18.0.7',
      '/v3/community/198.18.0.7',
      `/v3/gnql?${gnql('ip:198.18.0.0/28')}`,
      `/v3/gnql/stats?${gnql('ip:198.18.0.0/28')}`,
      `/api/ip/query?${gnql('ip:198.18.0.0/28', '&explain=1')}`,
      `/query/${encodeURIComponent('ip:198.18.0.0/28')}`,
    ]) {
      const response = await call(path)
      expect([path, response.status]).toEqual([path, 200])
      expect(await response.text()).toContain('198.18.0.')
    }
    const some = await call('/v3/ip', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ips: ['198.18.0.7', '192.0.2.1'] }),
    })
    expect(await some.json()).toMatchObject({
      data: [{ ip: '198.18.0.7' }],
      request_metadata: { ips_not_found: ['192.0.2.1'] },
    })
  })

  test('a page of an address shows its record and names what is missing', async () => {
    const page = await call('/ip/198.18.0.7')
    expect(page.status).toBe(200)
    expect(await page.text()).toMatch(/This record is from memory; not available now:.*history of verdicts/s)
    const record = (await (await call('/api/ip/198.18.0.7')).json()) as { missing: string[] }
    expect(record.missing).toContain('activity')
  })

  test('a page of the engine alone says so with a status that is tried again', async () => {
    for (const path of ['/', '/tags', '/trends', '/api/ip/198.18.0.7/timeline?field=classification']) {
      const response = await call(path)
      expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, 503, '5'])
      expect(await response.text()).toContain('The analytics engine does not answer')
    }
  })

  test('it is answered again once the engine goes on, and once it was killed', async () => {
    tell('SIGCONT')
    await until(async () => (await call('/readyz')).status === 200)
    await until(async () => (await call('/tags')).status === 200)
    // The index has looked again, too.
    await until(async () => inside.deps.memoryIndex.documents(['198.18.0.7']) !== null)
    tell('SIGKILL')
    expect((await call('/v3/ip/198.18.0.7')).status).toBe(200)
    await until(async () => (await call('/readyz')).status === 200)
    await until(async () => (await call('/tags')).status === 200)
  })
})
