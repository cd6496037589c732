import { execFile, type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'

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
  /** What letters are, for `lower`; "C" (ASCII only) without it. Texts are always ordered by their bytes. */
  ctype?: string
}

/** Starts one, or says in one line why there is none. PostgreSQL refuses to run as root, hence the other user. */
export async function startTestPostgres({
  settings = {},
  ctype = 'C',
}: TestPostgresOptions = {}): Promise<TestPostgres | null> {
  const programs = await newestPrograms()
  if (!programs) {
    console.log('No PostgreSQL programs on this machine: what needs them is left out.')
    return null
  }
  const user = process.getuid?.() === 0 ? await unprivilegedUser() : null
  const folder = await mkdtemp(join(tmpdir(), 'noisefloor-pg-'))
  if (user) await chown(folder, user.uid, user.gid)
  let server: ChildProcess | null = null
  async function stop(): Promise<void> {
    if (server && server.exitCode === null && server.signalCode === null) {
      server.kill('SIGINT')
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
    return {
      async freshDatabase() {
        const name = `test_${++made}`
        await withClient(urlOf('postgres'), (client) => client.query(`CREATE DATABASE ${name}`))
        return urlOf(name)
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Debian keeps them out of the path, in a folder a version. */
async function newestPrograms(): Promise<string | null> {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? await readdir(root) : []
  const newest = versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(root, version, 'bin'))
  return newest.find((folder) => existsSync(join(folder, 'initdb'))) ?? null
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
