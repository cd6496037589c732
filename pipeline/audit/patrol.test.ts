import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type DamagedPart, openPatrol } from '#store/analytics/parts/patrol.ts'
import { pastDamage } from '#store/analytics/parts/readable.ts'
import { count } from '#store/analytics/query/columns.ts'
import { defineQuery } from '#store/analytics/query/define.ts'
import { rowsOfSessions } from '#store/analytics/sessions/row.ts'
import { insertUnit } from '../drain/insert-unit.ts'
import { sampleSession, scratchFolder } from '../spool/testing.ts'
import { type Bench, day, isStored, noRules, now, openBench, openHome } from './testing.ts'

/** Damaged parts of a real engine: they are found, set aside, and what they held is made anew. */

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench.close())

test('a flipped byte in a part is found, the part set aside, and its sessions come back', async () => {
  await using folder = await scratchFolder()
  await using home = await openHome(bench, folder.path)
  await home.send()
  await home.drain.idle()
  const lost: string[] = []
  const remembered: DamagedPart[] = []
  const patrol = openPatrol({
    analytics: bench.analytics,
    clock: () => now,
    known: [],
    remember: async (damaged) => void remembered.push(...damaged),
    onSessionsLost: (of) => {
      lost.push(of)
      home.audit.suspect(of)
    },
  })
  const part = await nameOfPart('sessions')
  const file = filesOf(bench.analytics.dir).find(
    (path) => path.includes(`${part}/`) && path.endsWith('data.bin'),
  )
  if (!file) throw new Error(`No file of ${part}`)
  const bytes = readFileSync(file)
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 4
  writeFileSync(file, bytes)
  const { signal } = new AbortController()
  while (patrol.status().checkedAt === null && (await patrol.step(signal)));
  expect(patrol.status().damaged).toMatchObject([
    { table: 'sessions', part, fault: expect.stringContaining('Checksum') },
  ])
  expect(lost).toEqual([`live ${day}`])
  await home.round()
  expect(await isStored(bench.analytics)).toEqual([5, 5])
  expect(home.audit.status()).toMatchObject({ missing: [], restoredBatches: 1 })
  expect(new Set(remembered.map(({ part: name }) => name))).toEqual(new Set([part]))
  expect(remembered.at(-1)?.outcome).toContain('restored from stored captures')
})

test('what a damaged part held is made anew after the parts of sessions were checked, which it is made of', async () => {
  await using folder = await scratchFolder()
  await using home = await openHome(bench, folder.path)
  await home.send()
  await home.drain.idle()
  const patrol = openPatrol({
    analytics: bench.analytics,
    clock: () => now,
    known: [],
    remember: async () => undefined,
    onSessionsLost: (of) => home.audit.suspect(of),
  })
  for (const table of ['ip_day', 'sessions']) {
    const part = await nameOfPart(table)
    const file = filesOf(bench.analytics.dir).find((path) => path.includes(`/${part}/`) && isOf(path, table))
    if (!file) throw new Error(`No file of ${part}`)
    const bytes = readFileSync(file)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 4
    writeFileSync(file, bytes)
  }
  const { signal } = new AbortController()
  while (await patrol.step(signal));
  const { damaged } = patrol.status()
  // What an earlier claim set aside is still there.
  expect(new Set(damaged.map(({ table }) => table))).toEqual(new Set(['ip_day', 'sessions']))
  expect(damaged.map(({ outcome }) => outcome)).not.toContain('waits to be made anew')
  await home.round()
  expect(await isStored(bench.analytics)).toEqual([5, 5])
})

/** A patrol that counts what it reads of tables whose parts are not merged meanwhile. */
async function counting(
  run: (read: (hours: number) => Promise<number>) => Promise<void>,
  hosts = bench.analytics.hosts,
) {
  let at = now
  const patrol = openPatrol({
    analytics: { ...bench.analytics, hosts },
    clock: () => at,
    known: [],
    remember: async () => {},
    onSessionsLost: () => {},
  })
  const { signal } = new AbortController()
  await bench.analytics.migrator.command('SYSTEM STOP MERGES')
  try {
    await run(async (hours) => {
      at = now + hours * 3_600_000
      const before = patrol.status().checked
      while (await patrol.step(signal));
      return patrol.status().checked - before
    })
  } finally {
    await bench.analytics.migrator.command('SYSTEM START MERGES')
  }
}

const addTag = (version: number): Promise<unknown> =>
  bench.analytics.migrator.command(`INSERT INTO {db}.tag_catalogue (version, slug) SELECT ${version}, 'a'`)

test('what is there at the start is read at once, what is written afterwards when it is 20 hours old', () =>
  counting(async (read) => {
    expect(await read(0)).toBeGreaterThan(0)
    await addTag(2)
    expect(await read(0)).toBe(0)
    await addTag(3)
    expect(await read(19)).toBe(0)
    const due = await read(20)
    expect(due).toBeGreaterThan(1)
    expect(await read(39)).toBe(1)
    expect(await read(40)).toBe(due)
  }))

test('a deletion makes no part younger', () =>
  counting(async (read) => {
    await addTag(4)
    const all = await read(0)
    await bench.analytics.migrator.command(
      "ALTER TABLE {db}.tag_catalogue DELETE WHERE slug = 'none' SETTINGS mutations_sync = 2",
    )
    expect(await read(19)).toBe(0)
    expect(await read(20)).toBe(all)
  }))

test('a part whose check failed is checked again', async () => {
  let isAway = true
  const hosts = bench.analytics.hosts.map((host): typeof host => ({
    ...host,
    async run(query, params, options) {
      if (isAway && query.name === 'check of a part') throw new Error('The engine is away.')
      return host.run(query, params, options)
    },
  }))
  await counting(async (read) => {
    await expect(read(0)).rejects.toThrow('away')
    await expect(read(0)).rejects.toThrow('away')
    isAway = false
    const all = await read(0)
    expect(await read(20)).toBe(all)
  }, hosts)
})

test('what a start cannot do without is done past damaged parts, which the patrol then makes anew', async () => {
  const tables = ['tag_catalogue', 'ip_day']
  await bench.analytics.migrator.command("INSERT INTO {db}.tag_catalogue (version, slug) SELECT 1, 'a'")
  await insertUnit(
    bench.analytics,
    {
      token: 'in the way',
      origin: 'live',
      day: '2023-11-14',
      sessions: rowsOfSessions([sampleSession('in-the-way')]),
      again: false,
    },
    false,
    noRules,
  )
  for (const table of tables) {
    const part = await nameOfPart(table)
    const file = filesOf(bench.analytics.dir).find((path) => path.includes(`/${part}/`) && isOf(path, table))
    if (!file) throw new Error(`No file of ${part}`)
    const bytes = readFileSync(file)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 4
    writeFileSync(file, bytes)
    await bench.analytics.migrator.command(`DETACH TABLE {db}.${table}`)
    await bench.analytics.migrator.command(`ATTACH TABLE {db}.${table}`)
  }
  const aside: string[] = []
  const rowsIn = (table: string) =>
    defineQuery({
      name: 'rows',
      params: z.object({}),
      row: z.object({ text: z.string() }),
      sql: `SELECT toString(tuple(*)) AS text FROM {db}.${table}`,
    })
  const read = async (): Promise<void> => {
    for (const table of tables) await bench.analytics.app.run(rowsIn(table), {})
  }
  await pastDamage(bench.analytics, read, ({ table }) => void aside.push(table))
  expect(aside).toEqual(tables)
  const patrol = openPatrol({
    analytics: bench.analytics,
    clock: () => now,
    known: [],
    remember: async () => {},
    onSessionsLost: () => {},
  })
  const { signal } = new AbortController()
  while (patrol.status().checkedAt === null && (await patrol.step(signal)));
  expect(patrol.status().damaged.map(({ table }) => table)).toEqual(expect.arrayContaining(tables))
})

test('what was stored under a token that the engine has forgotten is not stored again, and its sources are marked', async () => {
  const sessions = rowsOfSessions(
    ['a', 'b'].map((id) => ({ ...sampleSession(`forgotten-${id}`), published: true })),
  )
  const unit = { origin: 'live' as const, day: '2023-11-14', sessions, again: false }
  await insertUnit(bench.analytics, { ...unit, token: 'first' }, false, noRules)
  await bench.analytics.migrator.command('TRUNCATE TABLE {db}.ip_dirty')
  await insertUnit(bench.analytics, { ...unit, token: 'second' }, true, noRules)
  const rows = defineQuery({
    name: 'rows of the unit, and marks',
    params: z.object({}),
    row: z.object({ rows: count, marks: count }),
    sql: `SELECT (SELECT count() FROM {db}.sessions WHERE startsWith(id, 'forgotten')) AS rows,
  (SELECT count() FROM {db}.ip_dirty) AS marks`,
  })
  expect(await bench.analytics.app.run(rows, {})).toEqual([{ rows: 2, marks: 1 }])
})

/** Columns of a compact part lie in one file, that of a wide one has its name. */
const isOf = (path: string, table: string): boolean =>
  path.endsWith('data.bin') &&
  readFileSync(join(path, '..', 'columns.txt'), 'utf8').includes(columnOf[table] ?? '')
const columnOf: Record<string, string> = {
  tag_catalogue: '`slug`',
  ip_day: '`facts`',
  sessions: '`src_payload`',
}

async function nameOfPart(table: string): Promise<string> {
  const parts = defineQuery({
    name: 'parts',
    params: z.object({ table: z.string() }),
    row: z.object({ name: z.string() }),
    sql: "SELECT name FROM system.parts WHERE active AND rows > 0 AND database = '{local}' AND table = {table: String}",
  })
  return (await bench.analytics.migrator.run(parts, { table }))[0]?.name ?? ''
}

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
