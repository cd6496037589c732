import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { count } from '#store/analytics/query/columns.ts'
import { defineQuery } from '#store/analytics/query/define.ts'
import { openInside, type Inside } from '../product/inside.ts'

/** Who hangs up frees the engine, whichever way was asked; who asked the same meanwhile is still served. */

let inside: Inside
const crowded = '198.18.0.1'

beforeAll(async () => {
  // What the index in memory would answer never reaches the engine.
  // And what these queries cost would be refused before it ran.
  const unbounded = { engineSteps: Infinity, statementSeconds: 600, engineSeconds: 6000 }
  inside = await openInside({ RESIDENT_DOCUMENTS: '0' }, unbounded)
  // Enough text that a query of a few hundred patterns takes the engine long, and fingerprints that many share.
  const facts = (
    prints: number,
  ): string => `'unknown' AS classification, now() AS first_seen, now() AS last_seen,
    arrayMap(n -> concat(repeat('/abcdefgh', 30), toString(n)), range(80)) AS http_path,
    arrayMap(n -> lower(hex(MD5(toString(if(n = 399 OR ${prints} > 400, n, 1000000 + n))))), range(${prints})) AS ja3_fingerprint,
    arrayMap(x -> 443, ja3_fingerprint) AS ja3_port`
  const columns = 'ip, classification, first_seen, last_seen, http_path, ja3_fingerprint, ja3_port'
  const ip = "toIPv6(concat('::ffff:198.18.', toString(intDiv(number, 256)), '.', toString(number % 256)))"
  const { migrator } = inside.house.analytics
  await migrator.command(`INSERT INTO {db}.ips (${columns}) SELECT ${ip}, ${facts(1000)} FROM numbers(1, 1)`)
  // Nobody waits for the text of these records.
  await migrator.command(
    `INSERT INTO {db}.ips (${columns}, codes, more_codes, record) SELECT ${ip}, ${facts(400)}, [], [], '' FROM numbers(2, 12000) SETTINGS max_block_size = 1000`,
  )
})
afterAll(() => inside.close())

const running = defineQuery({
  name: 'running',
  params: z.object({}),
  row: z.object({ n: count }),
  sql: "SELECT count() AS n FROM system.processes WHERE query LIKE '%.ips%' AND query NOT LIKE '%processes%' AND NOT is_cancelled",
})
const statements = async (): Promise<number> =>
  (await inside.house.analytics.app.run(running, {}))[0]?.n ?? -1

async function until(holds: () => Promise<boolean>, what: string, within = 10_000): Promise<void> {
  const deadline = Date.now() + within
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`${what}: not within ${within} ms, ${await statements()} run`)
    await pause(50)
  }
}

/** How many statements one caller has running, once the quick ones are done. */
async function steady(): Promise<number> {
  let [known, since] = [0, Date.now()]
  await until(async () => {
    const now = await statements()
    if (now !== known) [known, since] = [now, Date.now()]
    return known > 0 && Date.now() - since > 500
  }, 'steady')
  return known
}

// Alternatives are searched in one pass; what must all be absent is looked for one after the other.
const slow = encodeURIComponent(Array.from({ length: 700 }, (_, n) => `-path:*f?h*${n}x*`).join(' '))

const caller = (path: string) => {
  const abort = new AbortController()
  const call = { answered: false, left: () => abort.abort(), done: Promise.resolve() }
  call.done = fetch(new URL(path, inside.url), { signal: abort.signal }).then(
    async (response) => {
      await response.text()
      call.answered = true
    },
    () => undefined,
  )
  return call
}

test.each([
  ['/api/ip/query', `/api/ip/query?query=${slow}`],
  ['/v3/gnql', `/v3/gnql?query=${slow}`],
  ['/v2/experimental/gnql', `/v2/experimental/gnql?query=${slow}`],
  ['/v3/gnql/stats', `/v3/gnql/stats?query=${slow}`],
  ['/query', `/query/${slow}`],
])('%s', async (_, path) => {
  const first = caller(path)
  const each = await steady()
  const second = caller(path)
  await until(async () => (await statements()) === 2 * each, 'the second caller is served beside the first')
  first.left()
  await until(async () => (await statements()) === each, 'the first caller’s statements end', 2000)
  await pause(300)
  expect([await statements(), second.answered]).toEqual([each, false])
  second.left()
  await until(async () => (await statements()) === 0, 'nothing is left running', 2000)
  await Promise.all([first.done, second.done])
})

test('it is no failure: nothing is logged, and the measurements have a status of their own', async () => {
  expect(inside.logged).toEqual([])
  const measured = await inside.metrics.registry.metrics()
  expect(measured).toMatch(/http_request_seconds_count\{[^}]*status="499"/)
  expect(measured).not.toMatch(/status="5\d\d"/)
})

test('who waits for the answer gets it', async () => {
  const response = await fetch(new URL(`/api/ip/query?query=${crowded}`, inside.url))
  expect(response.status).toBe(200)
})
