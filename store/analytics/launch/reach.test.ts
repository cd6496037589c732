import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { defineQuery } from '../query/define.ts'
import { QueryFailed } from '../query/errors.ts'
import { openTestAnalytics, type TestAnalytics } from '../testing.ts'

/** What the user `app` can reach outside its tables: nothing. Two walls: its grants, and the Landlock domain. */

let analytics: TestAnalytics
let asked = 0
const outside = createServer((_, answer) => {
  asked += 1
  answer.end('1\n')
})
let url = ''
/** A database inside the sandbox: what keeps the engine's users from it is their grants alone. */
let sqliteFile = ''
beforeAll(async () => {
  analytics = await openTestAnalytics({ bare: true })
  sqliteFile = join(analytics.dir, 'real.db')
  const sqlite = new DatabaseSync(sqliteFile)
  sqlite.exec("CREATE TABLE t (a TEXT); INSERT INTO t VALUES ('secret')")
  sqlite.close()
  await analytics.migrator.command('CREATE TABLE {db}.t (a UInt8) ENGINE = {E:MergeTree} ORDER BY a')
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
  url = `127.0.0.1:${(outside.address() as AddressInfo).port}`
})
afterAll(async () => {
  await analytics.close()
  await new Promise((resolve) => outside.close(resolve))
})

const select = (sql: string) =>
  defineQuery({ name: sql, params: z.object({}), row: z.record(z.string(), z.unknown()), sql })

/** Name of the engine's refusal, "" when it complied. */
async function refusal(sql: string, user: 'app' | 'migrator' = 'app'): Promise<string> {
  try {
    await analytics[user].command(sql, {}, { settings: { max_execution_time: 5 } })
    return ''
  } catch (error) {
    if (!(error instanceof QueryFailed)) throw error
    return error.type || String(error.cause)
  }
}

/** Table functions that compute, or read only tables that the caller may read anyway. */
const harmless = new Map(
  Object.entries({
    SQLStandardValues: "('a UInt8', 1)",
    values: "('a UInt8', 1)",
    generateRandom: "('a UInt8')",
    generateSeries: '(1, 2)',
    generate_series: '(1, 2)',
    numbers: '(1)',
    numbers_mt: '(1)',
    primes: '(1)',
    zeros: '(1)',
    zeros_mt: '(1)',
    null: "('a UInt8')",
    fuzzQuery: "('SELECT 1')",
    fuzzJSON: `('{"a":1}')`,
    input: "('a UInt8')",
    view: '(SELECT 1)',
    viewIfPermitted: "(SELECT 1 ELSE null('a UInt8'))",
    viewExplain: "('EXPLAIN', '', (SELECT 1))",
    format: "(CSV, 'a UInt8', '1')",
    loop: '({db}.t)',
    merge: "('{db}', '^t$')",
    dictionary: "('{db}.d')",
    mergeTreeIndex: "('{db}', 't')",
    mergeTreeProjection: "('{db}', 't', 'p')",
    mergeTreeTextIndex: "('{db}', 't', 'i')",
    mergeTreeAnalyzeIndexes: "('{db}', 't')",
    mergeTreeAnalyzeIndexesUUID: "('00000000-0000-0000-0000-000000000001')",
    timeSeriesData: "('{db}', 't')",
    timeSeriesSamples: "('{db}', 't')",
    timeSeriesMetrics: "('{db}', 't')",
    timeSeriesTags: "('{db}', 't')",
    timeSeriesSelector: "('{db}', 't', 'm', 1, 2)",
    prometheusQuery: "('{db}', 't', 'm', 1)",
    prometheusQueryRange: "('{db}', 't', 'm', 1, 2, 1)",
  }),
)

/** A plausible call of every function that could leave the engine; each must end in a refusal. */
function reaching(name: string): string | undefined {
  if (/^(cluster|clusterAllReplicas)$/.test(name)) return "('default', system.one)"
  // No cluster is configured, so that none of these has anywhere to run.
  if (name.endsWith('Cluster'))
    return `('default', 'https://bucket.s3.amazonaws.com/x.csv', 'CSV', 'a String')`
  if (/^(s3|gcs|oss|cosn)$/.test(name)) return "('https://bucket.s3.amazonaws.com/x.csv', 'CSV', 'a String')"
  if (/^(deltaLake|hudi|iceberg|paimon)(S3)?$/.test(name)) return "('https://bucket.s3.amazonaws.com/x/')"
  const account = `'DefaultEndpointsProtocol=http;AccountName=a;AccountKey=YQ==;BlobEndpoint=http://${url}/a'`
  if (name === 'azureBlobStorage') return `(${account}, 'c', 'x.csv', 'CSV', 'none', 'a String')`
  if (name.endsWith('Azure')) return `(${account}, 'c', 'x')`
  if (name === 'hdfs') return `('hdfs://${url}/x', 'CSV', 'a String')`
  if (name.endsWith('HDFS')) return `('hdfs://${url}/x', 'Parquet', 'a String')`
  if (name.endsWith('Local')) return "('/etc', 'Parquet', 'a String')"
  const others: Record<string, string> = {
    file: "('/etc/passwd', 'LineAsString', 'a String')",
    filesystem: "('/etc')",
    executable: "('x.sh', 'TSV', 'a String')",
    url: `('http://${url}/', 'CSV', 'a String')`,
    remote: `('${url}', 'system.one')`,
    remoteSecure: `('${url}', 'system.one')`,
    mysql: `('${url}', 'd', 't', 'u', 'p')`,
    postgresql: `('${url}', 'd', 't', 'u', 'p')`,
    mongodb: `('${url}', 'd', 'c', 'u', 'p', 'a String')`,
    redis: `('${url}', 'k', 'k String, v String')`,
    sqlite: `('${sqliteFile}', 't')`,
    odbc: "('DSN=x', 'd', 't')",
    jdbc: "('jdbc:x', 'd', 't')",
    arrowFlight: `('${url}', 'd')`,
    arrowflight: `('${url}', 'd')`,
    ytsaurus: `('http://${url}', '//x', 't', 'a String')`,
    eval: "('SELECT 1')",
  }
  return others[name]
}

const refusals = new Set(['ACCESS_DENIED', 'CLUSTER_DOESNT_EXIST', 'SUPPORT_IS_DISABLED'])

test('no table function reads a file, asks an address or starts a program, and every one was looked at', async () => {
  const names = await analytics.app.run(select('SELECT name FROM system.table_functions ORDER BY name'), {})
  expect(names.length).toBeGreaterThan(80)
  const unknown: string[] = []
  const complied: string[] = []
  for (const { name } of names) {
    if (typeof name !== 'string' || harmless.has(name)) continue
    const call = reaching(name)
    if (call === undefined) unknown.push(name)
    else {
      const answer = await refusal(`SELECT * FROM ${name}${call} LIMIT 1`)
      if (!refusals.has(answer)) complied.push(`${name}: ${answer}`)
    }
  }
  expect({ unknown, complied }).toEqual({ unknown: [], complied: [] })
  expect(asked).toBe(0)
})

test('the table functions held for harmless ask nobody', async () => {
  for (const [name, call] of harmless) await refusal(`SELECT * FROM ${name}${call} LIMIT 1`)
  expect(asked).toBe(0)
})

test('no statement writes outside, makes an object, or stops the engine', async () => {
  const target = `${tmpdir()}/written-by-the-engine.csv`
  const statements = [
    `INSERT INTO FUNCTION file('${target}', 'CSV', 'a UInt8') SELECT 1`,
    `INSERT INTO FUNCTION url('http://${url}/', 'CSV', 'a UInt8') SELECT 1`,
    `INSERT INTO FUNCTION remote('${url}', 'd', 't') SELECT 1`,
    "CREATE DICTIONARY {db}.d (a UInt64, b String) PRIMARY KEY a SOURCE(FILE(path '/etc/passwd' format 'CSV')) LAYOUT(FLAT) LIFETIME(0)",
    'CREATE FUNCTION f AS x -> x',
    'CREATE NAMED COLLECTION c AS a = 1',
    'CREATE TABLE {db}.x (a UInt8) ENGINE = Memory',
    'CREATE TABLE {db}.x (a String) ENGINE = File(CSV)',
    'CREATE TEMPORARY TABLE x (a UInt8)',
    'CREATE VIEW {db}.v AS SELECT 1',
    'CREATE DATABASE x',
    'CREATE USER x',
    'GRANT SELECT ON *.* TO app',
    'DROP TABLE {db}.t',
    'ALTER TABLE {db}.t ADD COLUMN b UInt8',
    'ALTER TABLE {db}.t FREEZE',
    "BACKUP TABLE {db}.t TO File('/tmp/b')",
    'SYSTEM SHUTDOWN',
    'SYSTEM KILL',
    'SYSTEM STOP LISTEN HTTP',
    'SYSTEM STOP MERGES {db}.t',
    'SELECT * FROM system.users',
    'SELECT * FROM system.named_collections',
    'SELECT * FROM system.server_settings',
    'SELECT * FROM information_schema.tables',
    'SHOW CREATE USER app',
  ]
  const complied: string[] = []
  for (const sql of statements) if ((await refusal(sql)) !== 'ACCESS_DENIED') complied.push(sql)
  expect(complied).toEqual([])
  expect(await refusal(`SELECT 1 INTO OUTFILE '${target}'`)).toBe('INTO_OUTFILE_NOT_ALLOWED')
  expect(() => readFileSync(target)).toThrow('ENOENT')
  expect(asked).toBe(0)
})

test('neither user stops the engine, makes users or reads a file or an address by SQL', async () => {
  for (const sql of [
    'SYSTEM SHUTDOWN',
    'SYSTEM KILL',
    'CREATE USER x',
    "SELECT * FROM file('/etc/passwd', 'LineAsString', 'a String')",
    `SELECT * FROM url('http://${url}/', 'CSV', 'a String')`,
    'CREATE TABLE {db}.x (a String) ENGINE = File(CSV)',
    `CREATE TABLE {db}.x (a String) ENGINE = URL('http://${url}/', CSV)`,
  ]) {
    expect(await refusal(sql, 'migrator'), sql).toBe('ACCESS_DENIED')
  }
})

// The engine opens a SQLite file before it asks for the grant: of one that the sandbox keeps away it says only that.
test('no user reads or writes a SQLite database that the sandbox would let the engine open', async () => {
  for (const user of ['app', 'migrator'] as const)
    for (const sql of [
      `SELECT * FROM sqlite('${sqliteFile}', 't')`,
      `DESCRIBE TABLE sqlite('${sqliteFile}', 't')`,
      `INSERT INTO FUNCTION sqlite('${sqliteFile}', 't') VALUES ('x')`,
      `CREATE TABLE {db}.s AS sqlite('${sqliteFile}', 't')`,
      `CREATE TABLE {db}.s (a String) ENGINE = SQLite('${sqliteFile}', 't')`,
      `CREATE DATABASE s ENGINE = SQLite('${sqliteFile}')`,
    ])
      expect(await refusal(sql, user), `${user}: ${sql}`).toBe('ACCESS_DENIED')
  const sqlite = new DatabaseSync(sqliteFile, { readOnly: true })
  expect(sqlite.prepare('SELECT a FROM t').all()).toEqual([{ a: 'secret' }])
  sqlite.close()
})

// Grants do not cover the scalar function file(): it is the domain of the operating system that stops it.
test('where the kernel has Landlock, the function file() opens nothing private', async () => {
  if (!analytics.engine.sandbox.startsWith('files')) {
    console.log(`no Landlock here: sandbox covers ${analytics.engine.sandbox}`)
    return
  }
  const readable = await analytics.app.run(select("SELECT length(file('/proc/self/stat')) > 0 AS ok"), {})
  expect(readable).toEqual([{ ok: 1 }])
  const here = new URL(import.meta.url).pathname
  for (const path of [
    here,
    '/etc/passwd',
    '/etc/shadow',
    `/proc/${process.pid}/environ`,
    `${process.cwd()}/package.json`,
  ]) {
    expect(await refusal(`SELECT file('${path}')`), path).toBe('CANNOT_OPEN_FILE')
  }
  await analytics.migrator.command(
    "CREATE DICTIONARY {db}.d (a String, b String) PRIMARY KEY a SOURCE(FILE(path '/etc/passwd' format 'CSV')) LAYOUT(COMPLEX_KEY_HASHED()) LIFETIME(0)",
  )
  expect(await refusal("SELECT dictGet('{db}.d', 'b', 'x')")).not.toBe('')
})

test('the engine inherits nothing from our environment', async () => {
  const query = select("SELECT file('/proc/self/environ') AS environment")
  if (process.platform === 'linux') {
    expect(await analytics.app.run(query, {})).toEqual([{ environment: 'TZ=UTC\0' }])
  } else console.log('no /proc here: the environment of the engine was not looked at')
})

test('where the kernel bounds the network, not even the migrator makes the engine connect', async () => {
  if (analytics.engine.sandbox !== 'files and network') {
    console.log(`no network rules here: sandbox covers ${analytics.engine.sandbox}`)
    return
  }
  await analytics.migrator.command(
    `CREATE DICTIONARY {db}.web (a String, b String) PRIMARY KEY a
     SOURCE(HTTP(url 'http://localhost:${url.split(':')[1]}/' format 'CSV')) LAYOUT(COMPLEX_KEY_HASHED()) LIFETIME(0)
     SETTINGS(http_max_tries = 1, http_connection_timeout = 1)`,
  )
  const outcome = await analytics.app
    .command("SELECT dictGet('{db}.web', 'b', 'x')", {}, { signal: AbortSignal.timeout(10_000) })
    .then(
      () => 'answered',
      (error: unknown) =>
        error instanceof Error ? `${String(error)} ${String(error.cause)}` : String(error),
    )
  expect(outcome).toContain('Permission denied')
  expect(asked).toBe(0)
})
