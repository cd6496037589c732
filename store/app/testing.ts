import { execFile, type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { postgresPrograms, withoutPostgres } from '#store/testing/postgres-programs.ts'

const run = promisify(execFile)

/** A throw-away PostgreSQL for tests, from the system's own programs, reachable by a socket in its folder only. */
export interface TestPostgres {
  /** URL of a fresh, empty database. */
  freshDatabase(): Promise<string>
  stop(): Promise<void>
}

export interface TestPostgresOptions {
  /** Of postgresql.conf. */
  settings?: Readonly<Record<string, string>>
  /** What letters are, for `lower`; "C" (ASCII only) without it. Texts are ordered by their bytes all the same. */
  ctype?: string
  /** Orders texts as people of that language do (ICU), not by their bytes. */
  collation?: string
}

/** Starts one, for suites that are about PostgreSQL (`*.postgres.test.ts`). @throws Error where the system has none */
export async function startTestPostgres(options: TestPostgresOptions = {}): Promise<TestPostgres> {
  const programs = postgresPrograms()
  if (programs === null) throw new Error(withoutPostgres)
  return start(programs, options)
}

/** For suites that say the same of SQLite; null where the system has none, which the run says once (vitest.run.ts). */
export const postgresIfAny = async (): Promise<TestPostgres | null> =>
  postgresPrograms() === null ? null : startTestPostgres()

/** Where a store of the app is opened. */
export type DatabasePlace = { file: string } | { url: string }

export interface TestDatabases {
  /** SQLite, and PostgreSQL where the system has it; each call gives an empty database. */
  places: [name: string, place: () => Promise<DatabasePlace>][]
  postgres: TestPostgres | null
  stop(): Promise<void>
}

/** For suites that say the same of both databases. */
export async function testDatabases(): Promise<TestDatabases> {
  const folder = await mkdtemp(join(tmpdir(), 'noisefloor-app-'))
  const postgres = await postgresIfAny()
  let files = 0
  const places: TestDatabases['places'] = [
    ['SQLite', async () => ({ file: join(folder, `${(files += 1)}.db`) })],
  ]
  if (postgres) places.push(['PostgreSQL', async () => ({ url: await postgres.freshDatabase() })])
  return {
    places,
    postgres,
    async stop() {
      await postgres?.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses to run as root, hence the other user. */
async function start(
  programs: string,
  { settings = {}, ctype = 'C', collation }: TestPostgresOptions,
): Promise<TestPostgres> {
  const user = process.getuid?.() === 0 ? await unprivilegedUser() : null
  const folder = await mkdtemp(join(tmpdir(), 'noisefloor-pg-'))
  if (user) await chown(folder, user.uid, user.gid)
  let server: ChildProcess | null = null
  async function stop(): Promise<void> {
    if (server && server.exitCode === null && server.signalCode === null) {
      // At once: where one of its processes was killed it may never end of the milder signals.
      server.kill('SIGQUIT')
      await once(server, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const options = { ...user, cwd: folder }
    const data = join(folder, 'data')
    await run(
      join(programs, 'initdb'),
      [
        '-D',
        data,
        '-U',
        'noisefloor',
        '--auth=trust',
        '-E',
        'UTF8',
        '--no-sync',
        '--locale=C',
        `--lc-ctype=${ctype}`,
      ],
      options,
    )
    const all = { listen_addresses: '', fsync: 'off', ...settings }
    server = spawn(
      join(programs, 'postgres'),
      [
        '-D',
        data,
        '-k',
        folder,
        ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      { ...options, stdio: 'ignore' },
    )
    const urlOf = (database: string): string =>
      `postgresql://noisefloor@/${database}?host=${encodeURIComponent(folder)}`
    await answering(urlOf('postgres'))
    let made = 0
    const ordered = collation ? `TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE '${collation}'` : ''
    return {
      async freshDatabase() {
        const name = `test_${++made}`
        await withClient(urlOf('postgres'), (client) => client.query(`CREATE DATABASE ${name} ${ordered}`))
        return urlOf(name)
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function unprivilegedUser(): Promise<{ uid: number; gid: number } | null> {
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => run('id', [flag, name])))
      return { uid: Number(uid?.stdout), gid: Number(gid?.stdout) }
    } catch {
      continue
    }
  }
  return null
}

async function withClient(url: string, act: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await act(client)
  } finally {
    await client.end()
  }
}

async function answering(url: string): Promise<void> {
  for (let left = 200; ; left--) {
    try {
      return await withClient(url, (client) => client.query('SELECT 1'))
    } catch (error) {
      if (left === 0) throw error
      await sleep(50)
    }
  }
}
