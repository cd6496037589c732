import { type AddressInfo, connect, createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { Refusal } from '#model/errors.ts'
import { openAnalytics } from '../open.ts'
import { openTestAnalytics, type TestAnalytics } from '../testing.ts'
import { bigWhole, count, day, flag, instant, milliseconds } from './columns.ts'
import { defineQuery } from './define.ts'
import { QueryFailed } from './errors.ts'

let analytics: TestAnalytics
beforeAll(async () => {
  analytics = await openTestAnalytics({ bare: true })
  await analytics.migrator.command(
    'CREATE TABLE {db}.numbers (n UInt64) ENGINE = {E:MergeTree} ORDER BY n SETTINGS non_replicated_deduplication_window = 100',
  )
})
afterAll(() => analytics.close())

const endless = defineQuery({
  name: 'endless',
  params: z.object({}),
  row: z.object({ n: count }),
  // Ten thousand million combinations: minutes of work, and no progress to report meanwhile.
  sql: 'SELECT count() AS n FROM (SELECT arrayJoin(range(30000)) AS a) AS x CROSS JOIN (SELECT arrayJoin(range(30000)) AS b) AS y WHERE cityHash64(a, b) % 7 = 3',
})

const running = defineQuery({
  name: 'running',
  params: z.object({}),
  row: z.object({ n: count }),
  sql: "SELECT count() AS n FROM system.processes WHERE query LIKE '%CROSS JOIN%' AND query NOT LIKE '%processes%'",
})

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 4800; attempt += 1) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`It never came: ${String(holds)}`)
}

/** Between client and engine: what holds `text` is kept on the way until `deliver`, whoever hung up meanwhile. */
async function openRoad(to: string, text: string) {
  const { promise: held, resolve: hold } = Promise.withResolvers<() => Promise<string>>()
  /** The statement was looked for in vain. */
  const { promise: missed, resolve: miss } = Promise.withResolvers<void>()
  const road = createServer((near) => {
    const far = connect(Number(new URL(to).port), '127.0.0.1')
    let sent = ''
    near.on('data', (bytes: Buffer) => {
      sent += bytes.toString('latin1')
      if (!sent.includes(text)) return void far.write(bytes)
      hold(
        () =>
          new Promise((resolve) => {
            let said = ''
            far.on('data', (piece) => {
              said += piece.toString()
              if (said.includes('DB::Exception')) resolve(said)
            })
            far.write(bytes)
          }),
      )
    })
    far.on('data', (bytes) => {
      near.write(bytes)
      if (/KILL|system\.processes/.test(sent)) miss()
    })
    for (const socket of [near, far]) socket.on('error', () => undefined)
    near.on('close', () => {
      if (!sent.includes(text)) far.destroy()
    })
  })
  await new Promise<void>((open) => road.listen(0, '127.0.0.1', open))
  return {
    url: `http://127.0.0.1:${(road.address() as AddressInfo).port}`,
    held,
    missed,
    deliver: async () => (await held)(),
    close: () => void road.close(),
  }
}

/** The engine goes on with no aborted statement. */
const nothingRuns = (): Promise<void> => until(async () => (await analytics.app.run(running, {}))[0]?.n === 0)

test('values of every kind come back as what they are', async () => {
  const query = defineQuery({
    name: 'kinds',
    params: z.object({
      big: z.bigint(),
      list: z.array(z.string()),
      at: z.date(),
      none: z.string().nullable(),
    }),
    row: z.object({
      big: bigWhole,
      list: z.array(z.string()),
      at: instant,
      ms: milliseconds,
      never: instant,
      day,
      no_day: day,
      yes: flag,
      none: z.string().nullable(),
    }),
    sql: `SELECT {big:UInt64} AS big, {list:Array(String)} AS list, {at:DateTime64(3)} AS at, at AS ms, toDateTime(0) AS never,
      toDate(at) AS day, toDate(0) AS no_day, true AS yes, {none:Nullable(String)} AS none`,
  })
  const big = 2n ** 64n - 1n
  const at = new Date('2026-11-20T12:34:56.789Z')
  expect(await analytics.app.run(query, { big, list: ['a', "b'\\"], at, none: null })).toEqual([
    {
      big,
      list: ['a', "b'\\"],
      at: '2026-11-20T12:34:56Z',
      ms: at.getTime(),
      never: '',
      day: '2026-11-20',
      no_day: '',
      yes: true,
      none: null,
    },
  ])
})

test('many and long values fit', async () => {
  const query = defineQuery({
    name: 'long',
    params: z.object({ list: z.array(z.string()), text: z.string() }),
    row: z.object({ n: count, length: count }),
    sql: 'SELECT length({list:Array(String)}) AS n, length({text:String}) AS length',
  })
  const list = Array.from({ length: 20_000 }, (_, n) => `198.18.${n}`)
  expect(await analytics.app.run(query, { list, text: 'ä'.repeat(500_000) })).toEqual([
    { n: 20_000, length: 1_000_000 },
  ])
  // As long as one may be, and three times as long in an address.
  const text = 'ä'.repeat(2_000_000)
  await analytics.migrator.command('INSERT INTO {db}.numbers SELECT length({text:String})', { text })
  const stored = { ...query, sql: 'SELECT n, n AS length FROM {db}.numbers WHERE n > 1000000' }
  expect(await analytics.app.run(stored, { list: [], text: '' })).toEqual([
    { n: 4_000_000, length: 4_000_000 },
  ])
  await analytics.migrator.command('TRUNCATE TABLE {db}.numbers')
})

test('parameters of the wrong shape never leave', async () => {
  const query = defineQuery({
    name: 'shape',
    params: z.object({ n: z.number().int() }),
    row: z.object({ n: count }),
    sql: 'SELECT {n:UInt8} AS n',
  })
  await expect(analytics.app.run(query, { n: 1.5 })).rejects.toBeInstanceOf(z.ZodError)
})

test('time and memory that run out are "busy"; a mistake in our SQL is a surprise without its text', async () => {
  const busy = { code: 'busy', status: 503 }
  await expect(
    analytics.app.run(endless, {}, { settings: { max_execution_time: 0.3 } }),
  ).rejects.toMatchObject(busy)
  const hungry = { max_memory_usage: 1_000_000, max_bytes_before_external_group_by: 0 }
  await expect(analytics.app.run(endless, {}, { settings: hungry })).rejects.toMatchObject(busy)
  const failed = await analytics.app.command('SELECT FROM WHERE (').catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(QueryFailed)
  expect(failed).not.toBeInstanceOf(Refusal)
  expect(failed).toMatchObject({ type: 'SYNTAX_ERROR' })
  const gone = openAnalytics({ url: 'http://u:p@127.0.0.1:9', database: 'x' })
  await expect(gone.app.run(endless, {})).rejects.toMatchObject(busy)
  await gone.close()
})

test('an aborted query rejects with the reason given and stops in the engine', async () => {
  const abort = new AbortController()
  const answer = analytics.app.run(endless, {}, { signal: abort.signal })
  setTimeout(() => abort.abort(new Error('the visitor left')), 200)
  await expect(answer).rejects.toThrow('the visitor left')
  await nothingRuns()
  await expect(analytics.app.run(endless, {}, { signal: abort.signal })).rejects.toThrow('the visitor left')
})

test('whenever the caller leaves: before the statement arrived, at its beginning, or while it streams', async () => {
  for (let after = 0; after <= 60; after += 4) {
    const abort = new AbortController()
    const [whole, streamed] = [
      analytics.app.run(endless, {}, { signal: abort.signal }),
      analytics.app.stream(endless, {}, { signal: abort.signal }).next(),
    ]
    setTimeout(() => abort.abort(new Error('the visitor left')), after)
    await expect(whole).rejects.toThrow('the visitor left')
    await expect(streamed).rejects.toThrow('the visitor left')
  }
  await nothingRuns()
})

test('a statement that arrives after its caller left is ended, too', async () => {
  const road = await openRoad(analytics.engine.url, 'CROSS JOIN')
  const far = openAnalytics({
    launched: { ...analytics.engine, url: road.url },
    database: analytics.database,
  })
  const abort = new AbortController()
  const answer = far.app.run(endless, {}, { signal: abort.signal })
  answer.catch(() => undefined)
  await road.held
  abort.abort(new Error('the visitor left'))
  await expect(answer).rejects.toThrow('the visitor left')
  await road.missed
  expect(await road.deliver()).toContain('QUERY_WAS_CANCELLED')
  await far.close()
  road.close()
})

test('a statement ends for who left even while others fill every connection', async () => {
  const [mine, others] = [new AbortController(), new AbortController()]
  const other = defineQuery({ ...endless, sql: endless.sql.replace('% 7', '% 11') })
  const run = (query: typeof endless, { signal }: AbortController): Promise<unknown> =>
    analytics.app.run(query, {}, { signal }).catch((error: unknown) => error)
  const answer = run(endless, mine)
  const crowd = Array.from({ length: 60 }, () => run(other, others))
  const watcher = openAnalytics({ launched: analytics.engine, database: analytics.database })
  const runs = async (ending: string): Promise<number> => {
    const sql = `${running.sql} AND query LIKE '%${ending}%'`
    return (await watcher.app.run({ ...running, sql }, {}))[0]?.n ?? -1
  }
  await until(async () => (await runs('% 7')) === 1 && (await runs('% 11')) > 20)
  mine.abort(new Error('left'))
  expect(await answer).toMatchObject({ message: 'left' })
  await until(async () => (await runs('% 7')) === 0)
  expect(await runs('% 11')).toBeGreaterThan(20)
  others.abort(new Error('left'))
  await Promise.all(crowd)
  await watcher.close()
  await nothingRuns()
})

test('rows stream before the answer is complete, and leaving the loop ends the statement', async () => {
  const query = defineQuery({
    name: 'stream',
    params: z.object({}),
    row: z.object({ n: count }),
    sql: 'SELECT a * 30000 + b AS n FROM (SELECT arrayJoin(range(30000)) AS a) AS x CROSS JOIN (SELECT arrayJoin(range(30000)) AS b) AS y',
    settings: { max_result_rows: 0 },
  })
  let seen = 0
  for await (const { n } of analytics.app.stream(query, {})) {
    expect(n).toBeGreaterThanOrEqual(0)
    seen += 1
    if (seen === 10_000) break
  }
  expect(seen).toBe(10_000)
  await nothingRuns()
})

test('a retried insert with its token counts once', async () => {
  const rows = Array.from({ length: 1000 }, (_, n) => ({ n }))
  const total = defineQuery({
    name: 'total',
    params: z.object({}),
    row: z.object({ n: count }),
    sql: 'SELECT count() AS n FROM {db}.numbers',
  })
  for (let attempt = 0; attempt < 3; attempt += 1)
    await analytics.app.insert('{db}.numbers', rows, { token: 'unit-1' })
  expect(await analytics.app.run(total, {})).toEqual([{ n: 1000 }])
  const through = "INSERT INTO {db}.numbers SELECT n + {by:UInt64} FROM input('n UInt64') FORMAT JSONEachRow"
  async function* some(): AsyncGenerator<{ n: number }> {
    yield* rows
  }
  for (let attempt = 0; attempt < 2; attempt += 1)
    await analytics.app.insertThrough(through, { by: 5 }, some(), { token: 'unit-2' })
  expect(await analytics.app.run(total, {})).toEqual([{ n: 2000 }])
  const filtered =
    "INSERT INTO {db}.numbers SELECT n FROM input('n UInt64') WHERE {{which}} FORMAT JSONEachRow"
  const which = { sql: 'n < {below:UInt64}', params: { below: 10 } }
  await analytics.app.insertThrough(filtered, {}, rows, { fragments: { which } })
  expect(await analytics.app.run(total, {})).toEqual([{ n: 2010 }])
})

test('an insert whose rows the engine cannot read is refused whole', async () => {
  await expect(analytics.app.insert('{db}.numbers', [{ n: 1 }, { n: 'x' }])).rejects.toBeInstanceOf(
    QueryFailed,
  )
  await expect(analytics.app.insert('{db}.numbers', [{ other: 1 }])).rejects.toBeInstanceOf(QueryFailed)
})
