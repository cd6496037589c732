import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { count } from '#store/analytics/query/columns.ts'
import { defineQuery } from '#store/analytics/query/define.ts'
import { eventually } from '../product/captures.ts'
import { openInside, type Inside } from '../product/inside.ts'

/** Who hangs up frees the engine, whichever way was asked; who asked the same meanwhile is still served. */

let inside: Inside
const one = '198.18.0.1'

beforeAll(async () => {
  // What the index in memory would answer never reaches the engine.
  // One visitor holds the engine for long here: what bounds that has claims of its own (limits.test.ts, budget.test.ts).
  inside = await openInside(
    { RESIDENT_DOCUMENTS: '0', LIMIT_READS: 'off/off/off' },
    { engineSteps: Infinity, statementSeconds: 600, engineSeconds: 6000 },
  )
  // Enough text that a query of a few hundred patterns takes the engine long. Nobody waits for what these records say.
  const name = "concat('198.18.', toString(intDiv(number, 256)), '.', toString(number % 256))"
  await inside.deps.analytics.migrator.command(
    `INSERT INTO {db}.ips (ip, classification, first_seen, last_seen, http_path, codes, more_codes, record)
     SELECT toIPv6(concat('::ffff:', ${name})), 'unknown', now(), now(),
       arrayMap(n -> concat(repeat('/abcdefgh', 30), toString(n)), range(80)), [], [], concat('["', ${name}, '"]')
     FROM numbers(1, 12000) SETTINGS max_block_size = 1000`,
  )
})
afterAll(() => inside.close())

const running = defineQuery({
  name: 'running',
  params: z.object({ mark: z.string() }),
  row: z.object({ n: count }),
  sql: `SELECT count() AS n FROM system.processes
        WHERE position(query, {mark:String}) > 0 AND position(query, 'system.processes') = 0 AND NOT is_cancelled`,
})
/** Statements over the patterns of `slow(mark)`, by an early one: the engine shows the first 100,000 letters. */
const statements = async (mark: string): Promise<number> =>
  (await inside.deps.analytics.app.run(running, { mark: `h%25${mark}%` }))[0]?.n ?? -1

// Alternatives are searched in one pass; what must all be absent is looked for one after the other.
const slow = (mark: string): string =>
  encodeURIComponent(Array.from({ length: 700 }, (_, n) => `-path:*f?h*${n}${mark}*`).join(' '))

/** `ended`: null while it is waited for, then what came. */
const caller = (path: string) => {
  const abort = new AbortController()
  const call = { ended: null as string | null, left: () => abort.abort(), done: Promise.resolve() }
  const end = (how: unknown): void => void (call.ended = String(how))
  call.done = fetch(new URL(path, inside.url), { signal: abort.signal })
    .then(async (response) => `${response.status} ${(await response.text()).slice(0, 300)}`)
    .then(end, end)
  return call
}

/** Calls whose caller left before the answer, as the measurements count them. */
async function leftCalls(): Promise<number> {
  const measured = await inside.metrics.registry.metrics()
  return [...measured.matchAll(/http_request_seconds_count\{[^}]*status="499"[^}]*\} (\d+)/g)].reduce(
    (sum, [, n]) => sum + Number(n),
    0,
  )
}

const ways: [string, (query: string) => string][] = [
  ['/api/ip/query', (query) => `/api/ip/query?query=${query}`],
  ['/v3/gnql', (query) => `/v3/gnql?query=${query}`],
  ['/v2/experimental/gnql', (query) => `/v2/experimental/gnql?query=${query}`],
  ['/v3/gnql/stats', (query) => `/v3/gnql/stats?query=${query}`],
  ['/query', (query) => `/query/${query}`],
]

test.each(ways)('%s: who leaves ends their statement, and nobody else’s', async (_, path) => {
  // As slow and begun earlier. Each takes the engine many times longer than one comes and goes, however busy the machine is.
  const other = caller(path(slow('y')))
  await eventually(
    () => statements('y'),
    (n) => n > 0,
  )
  const before = await leftCalls()
  const twins = [caller(path(slow('x'))), caller(path(slow('x')))] as const
  await eventually(
    () => statements('x'),
    (n) => n > 0,
  )
  twins[0].left()
  await eventually(leftCalls, (calls) => calls > before)
  await eventually(
    () => statements('x'),
    (n) => n > 0,
  )
  // Between two of its statements there is none for a moment.
  await eventually(
    () => statements('y'),
    (n) => n > 0,
  )
  expect([other.ended, twins[1].ended]).toEqual([null, null])
  // The last of those who asked the same, and one who asked alone.
  for (const { left } of [twins[1], other]) left()
  await eventually(
    async () => (await statements('x')) + (await statements('y')),
    (n) => n === 0,
  )
  await Promise.all([other, ...twins].map(({ done }) => done))
})

test('it is no failure: nothing is logged, and the measurements have a status of their own', async () => {
  expect(inside.logged).toEqual([])
  const measured = await inside.metrics.registry.metrics()
  expect(measured).toMatch(/http_request_seconds_count\{[^}]*status="499"/)
  expect(measured).not.toMatch(/status="5\d\d"/)
})

test('who waits for the answer gets it', async () => {
  const response = await fetch(new URL(`/api/ip/query?query=${one}`, inside.url))
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining(`"ip":"${one}"`)])
})
