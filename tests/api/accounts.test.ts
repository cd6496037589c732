import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openInside, type Inside } from '../product/inside.ts'
import { browserAt, ownerEmail, ownerToken, password } from './account-browser.ts'

/** Signing in and out as browsers do it: over HTTP, with cookies. What an account is made of: own-account.test.ts. */

let inside: Inside
const clock = { ahead: 0 }

beforeAll(async () => {
  inside = await openInside({}, {}, () => Date.now() + clock.ahead)
})
afterAll(() => inside.close())

const browser = () => browserAt(() => inside.url)

/** The owner of the first workspace, signed in. */
const owner = browser()

describe('an installation without accounts', () => {
  test('is anybody’s to read, and its first account is made by a link that works once', async () => {
    expect(await owner.status()).toBe('unauthenticated')
    const former = await ownerToken(inside)
    const token = await ownerToken(inside)
    expect(await (await owner.ask(`/api/user/invites/${token}`)).json()).toMatchObject({
      workspace: 'Local',
      inviter: '',
      email: null,
      accepted: false,
    })
    const make = (invite: string, email = ownerEmail, chosen = password) =>
      owner.json('/api/auth/signup', 'POST', {
        invite,
        email,
        password: chosen,
        first_name: 'Ada',
        last_name: 'L',
      })
    expect((await make(former)).status).toBe(404)
    for (const [email, chosen] of [
      ['no address', password],
      [ownerEmail, 'short'],
      [ownerEmail, 'passwordpassword'],
    ])
      expect((await make(token, email, chosen)).status).toBe(400)
    const made = await make(token)
    expect([made.status, await made.json()]).toEqual([200, { message: 'Welcome.', signed_in: true }])
    expect(await owner.account()).toMatchObject({
      user: { email: ownerEmail, email_verified: true, name: 'Ada L', offering: 'enterprise' },
      workspaces: [{ name: 'Local', is_owner: true }],
    })
    expect((await make(token, 'second@example.org')).status).toBe(404)
  })
})

describe('signing in', () => {
  test('answers the same for a wrong password and for nobody, and keeps a cookie that scripts cannot read', async () => {
    const visitor = browser()
    const wrong = await visitor.signIn(ownerEmail, 'another sentence')
    const nobody = await visitor.signIn('nobody@example.org', 'another sentence')
    const told = async (answer: Response) => {
      const { request_id: _id, ...rest } = (await answer.json()) as Record<string, unknown>
      return [answer.status, rest]
    }
    expect(await told(wrong)).toEqual(await told(nobody))
    expect(wrong.status).toBe(401)
    const answer = await visitor.signIn(ownerEmail.toUpperCase())
    expect([answer.status, await answer.json()]).toEqual([200, { url: '/' }])
    const cookie = answer.headers.getSetCookie().find((line) => line.startsWith('noisefloor-session=')) ?? ''
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$|HttpOnly.*SameSite=Lax/)
    expect(await visitor.status()).toBe('authenticated')
  })

  test('that fails offers a page no password window of the browser’s own, and a program what it may send', async () => {
    const challenge = async (headers: Record<string, string>) =>
      (await fetch(new URL('/api/user', inside.url), { headers })).headers.get('www-authenticate')
    expect(await challenge({ 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' })).not.toContain(
      'Basic',
    )
    expect(await challenge({})).toContain('Basic')
  })

  test('by the browser’s own form leads to the page that was wanted, on this server alone', async () => {
    const accept = { accept: 'text/html' }
    for (const [wanted, to] of [
      ['/tags?search=a', '/tags?search=a'],
      ['https://evil.example/', '/'],
      ['//evil.example/', '/'],
      ['/\\evil.example', '/'],
    ] as const) {
      const visitor = browser()
      const fields = { email: ownerEmail, password, callback_url: wanted }
      const answer = await visitor.form('/api/auth/callback', fields, accept)
      expect([answer.status, answer.headers.get('location')]).toEqual([303, to])
    }
    const refused = await browser().form(
      '/api/auth/callback',
      { email: ownerEmail, password: 'wrong', callback_url: '/tags' },
      accept,
    )
    expect([refused.status, refused.headers.get('location')]).toEqual([
      303,
      '/auth-required?error=CredentialsSignin&redirect=%2Ftags',
    ])
  })

  test('cannot be done by a page of another origin, nor anything in the name of who is signed in', async () => {
    const foreign = { origin: 'https://evil.example' }
    expect((await owner.form('/api/auth/callback', { email: ownerEmail, password }, foreign)).status).toBe(
      403,
    )
    for (const headers of [foreign, { 'sec-fetch-site': 'cross-site', origin: '' }]) {
      const answer = await owner.ask('/api/user', {
        method: 'PUT',
        body: '{"first_name":"Eve"}',
        headers: { 'content-type': 'application/json', ...headers },
      })
      expect(answer.status).toBe(403)
    }
    const plain = await fetch(new URL('/api/user', inside.url), {
      method: 'PUT',
      body: '{"first_name":"Eve"}',
      headers: {
        'content-type': 'application/json',
        cookie: [...owner.jar].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    })
    expect(plain.status).toBe(403)
    expect((await owner.account()).user.name).toBe('Ada L')
  })

  test('is slowed down after guesses, with the seconds to wait, and never where it went well before', async () => {
    const visitor = browser()
    const answers: Response[] = []
    for (let tries = 0; tries < 7; tries += 1)
      answers.push(await visitor.signIn('guessed@example.org', `guess ${tries}`))
    const slowed = answers.find(({ status }) => status === 429)
    expect(slowed?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
    expect((await browser().signIn(ownerEmail)).status).toBe(200)
  })

  test('with any cookie changed is nobody’s, and fails nothing', async () => {
    const [name = '', value = ''] = [...owner.jar].find(([each]) => each === 'noisefloor-session') ?? []
    const others = [
      '',
      'x',
      value.slice(1),
      `${value}x`,
      value.toUpperCase(),
      `${value.slice(0, -1)}${value.endsWith('A') ? 'B' : 'A'}`,
      '%00',
      "' OR '1'='1",
      'x'.repeat(3000),
    ]
    for (const other of others) {
      const answer = await fetch(new URL('/api/user', inside.url), {
        headers: { cookie: `${name}=${other}` },
      })
      expect([other, answer.status]).toEqual([other, 401])
    }
    // What the hints say decides nothing.
    const visitor = browser()
    for (const hint of [
      'userEmail',
      'activeWorkspace',
      'stigg-plan',
      'stigg-entitlements',
      'workspaceApiKey',
    ])
      visitor.jar.set(hint, 'owner')
    expect((await visitor.ask('/api/user')).status).toBe(401)
    expect((await visitor.ask('/api/workspace/members')).status).toBe(401)
  })
})

describe('signing out', () => {
  test('needs the token of its page, and ends what the browser held', async () => {
    const visitor = browser()
    await visitor.signIn(ownerEmail)
    const held = new Map(visitor.jar)
    for (const csrfToken of ['', 'x', 'x'.repeat(43)]) {
      const answer = await visitor.form('/api/auth/signout', { csrf_token: csrfToken })
      expect(answer.status).toBe(400)
      expect(await answer.json()).toMatchObject({ message: 'Could not fetch CSRF Token for signing out' })
    }
    expect(await visitor.status()).toBe('authenticated')
    const { csrf_token: csrfToken } = (await (await visitor.ask('/api/auth/csrf')).json()) as {
      csrf_token: string
    }
    expect((await visitor.form('/api/auth/signout', { csrf_token: csrfToken })).status).toBe(200)
    expect([...visitor.jar.keys()]).toEqual(['activeWorkspace'])
    expect(await visitor.status()).toBe('unauthenticated')
    // What somebody copied before opens nothing any more.
    for (const [name, value] of held) visitor.jar.set(name, value)
    expect(await visitor.status()).toBe('unauthenticated')
  })

  test('of all other browsers is one act', async () => {
    const [one, other] = [browser(), browser()]
    await one.signIn(ownerEmail)
    await other.signIn(ownerEmail)
    const list = async () =>
      (
        (await (await one.ask('/api/user/sign-ins')).json()) as {
          sign_ins: { id: string; is_this: boolean }[]
        }
      ).sign_ins
    expect((await list()).filter(({ is_this: isThis }) => isThis)).toHaveLength(1)
    const before = (await list()).length
    expect(before).toBeGreaterThan(2)
    const another = (await list()).find(({ is_this: isThis }) => !isThis)?.id ?? ''
    expect((await one.json(`/api/user/sign-ins/${another}`, 'DELETE')).status).toBe(200)
    expect(await list()).toHaveLength(before - 1)
    expect((await one.json('/api/user/sign-ins', 'DELETE')).status).toBe(200)
    expect(await list()).toHaveLength(1)
    expect(await other.status()).toBe('unauthenticated')
    expect((await one.json(`/api/user/sign-ins/${another}`, 'DELETE')).status).toBe(404)
    await owner.signIn(ownerEmail)
  })
})

describe('a sign-in', () => {
  test('is over after fourteen days without a request', async () => {
    const visitor = browser()
    await visitor.signIn(ownerEmail)
    clock.ahead = 14 * 86_400_000 + 60_000
    try {
      expect(await visitor.status()).toBe('unauthenticated')
    } finally {
      clock.ahead = 0
    }
  })
})
