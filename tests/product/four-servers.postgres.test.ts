import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cases } from '../cases.ts'
import { hashPassword } from '#services/sign-in/password.ts'
import { type AppStore, openAppStore } from '#store/app/open.ts'
import { startTestPostgres, type TestPostgres } from '#store/app/testing.ts'
import { movingClock } from './moving-clock.ts'
import { removeFolder, prepareDataFolder, startProduct, type Product } from './start.ts'

/** Four server processes on one PostgreSQL: what one of them changes holds in all, and a limit is one limit. */

const folder = mkdtempSync(join(tmpdir(), 'noisefloor-four-'))
const clock = movingClock(folder)
let postgres: TestPostgres
let servers: Product[] = []
let app: AppStore
let users = 0
let databaseUrl = ''

beforeAll(async () => {
  postgres = await startTestPostgres()
  const plans = join(folder, 'plans.yaml')
  writeFileSync(plans, 'offerings: { vip: { searchesPerWeek: 10 } }\n')
  databaseUrl = await postgres.freshDatabase()
  const environment = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: 'what the four servers of this test share',
    PLANS_FILE: plans,
    // What is counted here is the plan's limit alone.
    LIMIT_REQUESTS: 'off/off/off',
    LIMIT_CONNECTIONS: 'off/off/off',
    RESIDENT_DOCUMENTS: '0',
    ...clock.environment,
  }
  const start = async () => {
    const dataFolder = mkdtempSync(join(folder, 'data-'))
    await prepareDataFolder(dataFolder)
    return startProduct({ environment, dataFolder })
  }
  // The first makes the tables; the others come at once.
  servers = [await start()]
  servers.push(...(await Promise.all([start(), start(), start()])))
  app = await openAppStore({ url: databaseUrl })
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  await app?.close()
  await postgres.stop()
  removeFolder(folder)
})

/** Somebody with ten searches a week. */
async function somebody() {
  const { accounts, keys } = app.installation
  const now = clock.now()
  const user = await accounts.create({
    email: `user${(users += 1)}@example.org`,
    emailVerified: true,
    password: '',
    profile: { firstName: 'U', lastName: 'Ser' },
    offering: 'vip',
    into: { newWorkspace: 'Own', publish: false },
    now,
  })
  if (!user) throw new Error('The address is taken.')
  const { secret } = await accounts.signIns.begin({ user: user.id, address: '', agent: '', now })
  const { secret: key } = await keys.create({ workspace: user.activeWorkspace, now })
  return { user, cookie: `noisefloor-session=${secret}`, key }
}

const statusAt = async (
  { url }: Product,
  path: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<number> => {
  const answer = await fetch(new URL(path, url), { method, headers: { ...headers, origin: url } })
  await answer.arrayBuffer()
  return answer.status
}

/** When the week of searches ends, as this server has it; ISO. */
async function resetAt({ url }: Product, cookie: string): Promise<string> {
  const answer = await fetch(new URL('/api/searches', url), { headers: { cookie } })
  return ((await answer.json()) as { usage_reset: string }).usage_reset
}

describe('four servers on one database', () => {
  const rounds = { timeout: 4 * 3_600_000 }
  const searches = (many: number, cookie: string): Promise<number>[] =>
    Array.from({ length: many }, (_, at) =>
      statusAt(servers[at % servers.length]!, '/api/ip/8.8.8.8', { cookie }),
    )
  // Nobody of the demo knows this address: that is an answer, and a search.
  const answered = (statuses: readonly number[]): number[] => statuses.filter((status) => status !== 429)
  const ok = (many: number): number[] => Array.from({ length: many }, () => 200)

  test('let exactly ten of a thousand searches at once through where ten are left', rounds, async () => {
    for (let round = 0; round < cases(2, 50); round += 1) {
      const { cookie } = await somebody()
      const statuses = await Promise.all(searches(1000, cookie))
      expect([round, answered(statuses)]).toEqual([round, ok(10)])
    }
  })

  test('let exactly ten more through when the week ends among a thousand searches', rounds, async () => {
    for (let round = 0; round < cases(1, 50); round += 1) {
      const { cookie } = await somebody()
      const resets = async (): Promise<Set<string>> =>
        new Set(await Promise.all(servers.map((server) => resetAt(server, cookie))))
      const [end = ''] = await resets()
      // The ten of this week are taken. What comes then comes on both sides of its end, in each process at another moment.
      const statuses = await Promise.all(searches(100, cookie))
      const during = searches(500, cookie)
      await Promise.race(during)
      clock.move(servers, Date.parse(end) - clock.now() + 1000)
      during.push(...searches(300, cookie))
      statuses.push(...(await Promise.all(during)))
      const next = new Date(Date.parse(end) + 7 * 86_400_000).toISOString()
      await expect.poll(resets).toEqual(new Set([next]))
      // Ten of the new week were for those that came after its beginning, and are for these if none did.
      statuses.push(...(await Promise.all(searches(100, cookie))))
      expect([round, answered(statuses)]).toEqual([round, ok(20)])
    }
  })

  test('know a sign-in that one of them ended, and a key that one of them made or ended', async () => {
    const [first, second, third, fourth] = servers as [Product, Product, Product, Product]
    const { cookie } = await somebody()
    for (const server of servers) expect(await statusAt(server, '/api/user', { cookie })).toBe(200)
    const made = await fetch(new URL('/api/workspace/keys', first.url), {
      method: 'POST',
      headers: { cookie, origin: first.url, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'one', scopes: ['read'] }),
    })
    const { key } = (await made.json()) as { key: string }
    for (const server of servers) expect(await statusAt(server, '/ping', { key })).toBe(200)
    const listed = await fetch(new URL('/api/workspace/keys', second.url), { headers: { cookie } })
    const { keys } = (await listed.json()) as { keys: { id: string }[] }
    expect(await statusAt(third, `/api/workspace/keys/${keys[0]?.id}`, { cookie }, 'DELETE')).toBe(200)
    for (const server of servers) await expect.poll(() => statusAt(server, '/ping', { key })).toBe(401)
    const { csrf_token: csrfToken } = (await (
      await fetch(new URL('/api/auth/csrf', fourth.url), { headers: { cookie } })
    ).json()) as { csrf_token: string }
    // Its secret is that of all: a token of one is taken by another.
    const out = await fetch(new URL('/api/auth/signout', first.url), {
      method: 'POST',
      headers: { cookie, origin: first.url },
      body: new URLSearchParams({ csrf_token: csrfToken, json: 'true' }),
    })
    expect(out.status).toBe(200)
    for (const server of servers) await expect.poll(() => statusAt(server, '/api/user', { cookie })).toBe(401)
  })

  test('slow down together whoever guesses a password, and nobody else', async () => {
    const { accounts } = app.installation
    const [email, other] = ['guessed@example.org', 'beside@example.org']
    for (const each of [email, other])
      await accounts.create({
        email: each,
        emailVerified: true,
        password: await hashPassword('a quiet sentence'),
        profile: {},
        offering: 'vip',
        into: { newWorkspace: 'Own', publish: false },
        now: clock.now(),
      })
    const signIn = async ({ url }: Product, address: string, password: string) => {
      const answer = await fetch(new URL('/api/auth/callback/local', url), {
        method: 'POST',
        headers: { origin: url },
        body: new URLSearchParams({ email: address, password, json: 'true' }),
      })
      await answer.arrayBuffer()
      return answer.status
    }
    const guesses: number[] = []
    for (let at = 0; at < 5; at += 1) guesses.push(await signIn(servers[at % 4]!, email, `guess ${at}`))
    expect(guesses).toEqual([401, 401, 401, 401, 401])
    // Counted by each server alone all of these were free; now each that is let through doubles the wait.
    const after: number[] = []
    for (let at = 0; at < 12; at += 1) after.push(await signIn(servers[at % 4]!, email, 'a guess more'))
    expect(after).toContain(429)
    for (const server of servers) expect(await signIn(server, other, 'a quiet sentence')).toBe(200)
  })

  test('do not start with a secret of their own', async () => {
    const dataFolder = mkdtempSync(join(folder, 'other-'))
    const environment = {
      DATABASE_URL: databaseUrl,
      SECRET_KEY: 'another one, that nobody else here has',
    }
    await expect(startProduct({ environment, dataFolder })).rejects.toThrow('another secret key')
  })
})
