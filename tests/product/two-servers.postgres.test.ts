import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPostgres } from '#store/app/testing.ts'
import { type AccountBrowser, browserAt, mailTo, makePerson, password } from '../api/account-browser.ts'
import { agentAt, beat, enrolling } from './agent.ts'
import { openInside, type Inside } from './inside.ts'
import { tokenIn } from './outbox.ts'

/** Two servers on one PostgreSQL, with a bot check: what counts once counts once for both. */

const postgres = await startTestPostgres()
let servers: Inside[] = []
beforeAll(async () => {
  const environment = {
    DATABASE_URL: await postgres.freshDatabase(),
    SECRET_KEY: 'what the two servers of this test share',
    CAPTCHA: 'work',
    TRUST_PROXY: 'on',
  }
  // The first makes the tables.
  servers = [await openInside(environment)]
  servers.push(await openInside(environment))
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()))
  await postgres.stop()
})

/** A browser that makes a token for each call, at one of the servers. */
async function token(at: Inside): Promise<string> {
  const { challenge: text } = (await (await fetch(new URL('/api/captcha', at.url))).json()) as {
    challenge: string
  }
  const challenge = JSON.parse(text) as Parameters<typeof solveChallenge>[0]['challenge']
  return btoa(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) }))
}
const post = async (who: AccountBrowser, path: string, body: object, given: string, method = 'POST') =>
  (
    await who.ask(path, {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'x-captcha-token': given },
    })
  ).status

describe('with two servers', () => {
  test('a token of the bot check counts once, whichever of them made it and takes it', async () => {
    const given = await token(servers[0]!)
    const statuses = await Promise.all(
      [0, 1, 0, 1, 0, 1].map((nth) =>
        post(
          browserAt(() => servers[nth]!.url),
          '/api/auth/forgot-password',
          { email: 'a@example.org' },
          given,
        ),
      ),
    )
    expect(statuses.toSorted()).toEqual([200, 403, 403, 403, 403, 403])
    // One that was made by the other counts as well.
    const other = await token(servers[1]!)
    const at = browserAt(() => servers[0]!.url)
    expect(await post(at, '/api/auth/forgot-password', { email: 'b@example.org' }, other)).toBe(200)
    expect(await post(at, '/api/auth/forgot-password', { email: 'b@example.org' }, '')).toBe(403)
  })

  test('a sensor comes and says that it is there without one: it has tokens of its own', async () => {
    const [first, second] = servers as [Inside, Inside]
    const asked = await fetch(new URL('/api/workspace/sensors/installs', first.url), {
      method: 'POST',
      headers: { key: first.key, 'content-type': 'application/json' },
      body: '{}',
    })
    const { command } = (await asked.json()) as { command: string }
    const come = await fetch(new URL('/api/sensor/enroll', second.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(enrolling(/nfi_[\w-]{43}/.exec(command)?.[0] ?? '')),
    })
    const { sensor_token: token = '' } = (await come.json()) as { sensor_token?: string }
    expect([asked.status, come.status]).toEqual([200, 201])
    expect((await agentAt(first.url, token).json('/api/sensor/heartbeat', 'POST', beat())).status).toBe(200)
  })

  test('an address that was asked for at one is confirmed at the other, and a password chosen there drops it', async () => {
    const [first, second] = servers as [Inside, Inside]
    await makePerson(first, { email: 'ada@example.org' })
    let at = first
    const ada = browserAt(() => at.url)
    const signedIn = await ada.form('/api/auth/callback/local', {
      email: 'ada@example.org',
      password,
      json: 'true',
      captcha_token: await token(first),
    })
    expect(signedIn.status).toBe(200)
    const ask = async (email: string) => {
      const body = { email, current_password: password }
      expect(await post(ada, '/api/user/new-email', body, await token(at))).toBe(200)
      return tokenIn(await mailTo(at, email))
    }
    const confirm = async (link: string) =>
      post(ada, '/api/user/new-email', { token: link }, await token(at), 'PUT')
    const link = await ask('ada@example.net')
    at = second
    expect((await ada.account()).user.new_email).toBe('ada@example.net')
    expect(await confirm(link)).toBe(200)
    at = first
    expect((await ada.account()).user).toMatchObject({ email: 'ada@example.net', new_email: null })
    const dropped = await ask('ada@example.com')
    at = second
    const same = { password, current_password: password }
    expect(await post(ada, '/api/user', same, await token(at), 'PUT')).toBe(200)
    at = first
    expect(await confirm(dropped)).toBe(404)
  })

  test('wrong passwords count together, and the owner comes in from where they were before', async () => {
    const [first, second] = servers as [Inside, Inside]
    await makePerson(first, { email: 'bob@example.org' })
    const signIn = async (at: Inside, from: string, given: string) =>
      (
        await browserAt(() => at.url).form(
          '/api/auth/callback/local',
          { email: 'bob@example.org', password: given, json: 'true', captcha_token: await token(at) },
          { 'x-forwarded-for': from },
        )
      ).status
    const home = '198.51.100.7'
    expect(await signIn(first, home, password)).toBe(200)
    const statuses: number[] = []
    for (let tries = 0; tries < 8; tries += 1)
      statuses.push(await signIn(tries % 2 ? first : second, '203.0.113.9', `guess ${tries}`))
    expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401])
    expect(statuses.slice(5)).toContain(429)
    // From a hundred places, each a few times: home is open still.
    for (let from = 0; from < 110; from += 1) await signIn(second, `192.0.2.${from}`, 'guess')
    expect(await signIn(first, home, password)).toBe(200)
  })
})
