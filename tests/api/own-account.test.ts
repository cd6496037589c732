import { decodeJwt, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../product/captures.ts'
import { openInside, type Inside } from '../product/inside.ts'
import { tokenIn } from '../product/outbox.ts'
import { type Account, browserAt, mailTo, makeOwner, ownerEmail, password } from './account-browser.ts'

/** An account from its making to its end, with mails read from the outbox. Workspaces: workspaces.test.ts. */

let inside: Inside
const clock = { ahead: 0 }
const docsSecret = 'shared with the documentation site'

const browser = () => browserAt(() => inside.url)
const lastMail = (to: string) => mailTo(inside, to)

/** The owner of the first workspace, signed in. */
const owner = browser()

beforeAll(async () => {
  inside = await openInside(
    {
      SIGNUP: 'example.org',
      SUPPORT_EMAIL: 'help@example.org',
      DOCS_URL: 'https://docs.example.org/in',
      DOCS_SECRET: docsSecret,
    },
    {},
    () => Date.now() + clock.ahead,
  )
  await makeOwner(owner, inside)
})
afterAll(() => inside.close())

describe('signing up', () => {
  test('is open to the domains of the setting alone, and tells nobody whether an address has an account', async () => {
    const visitor = browser()
    const signUp = async (email: string) => {
      const answer = await visitor.json('/api/auth/signup', 'POST', { email, password })
      const { message } = (await answer.json()) as { message: string }
      return [answer.status, message]
    }
    expect((await signUp('eve@other.example'))[0]).toBe(403)
    expect(await signUp('new@example.org')).toEqual(await signUp(ownerEmail))
    expect(await lastMail(ownerEmail)).toContain('You have a Noisefloor account')
    expect(await visitor.status()).toBe('unauthenticated')
    const token = tokenIn(await lastMail('new@example.org'))
    await visitor.signIn('new@example.org')
    expect((await visitor.account()).user.email_verified).toBe(false)
    // Until then the address may be anybody's, and opens no workspace, no key and no invitation.
    for (const [path, method, body] of [
      ['/api/workspace/key', 'PUT', {}],
      ['/api/user/workspaces', 'POST', { name: 'w' }],
      ['/api/workspace/invites', 'POST', { email: 'a@example.org' }],
      ['/api/workspace', 'PUT', { name: 'w' }],
    ] as const) {
      const answer = await visitor.json(path, method, body)
      expect([path, answer.status]).toEqual([path, 403])
    }
    expect((await visitor.ask('/api/workspace/members')).status).toBe(403)
    expect((await visitor.json('/api/auth/verify-email', 'POST', { token: 'x'.repeat(43) })).status).toBe(404)
    // Whoever owns the address and follows the link confirms nobody else's account, signed in or not; for its own it goes on working.
    const another = browser()
    expect((await another.json('/api/auth/verify-email', 'POST', { token })).status).toBe(401)
    await another.signIn(ownerEmail)
    expect((await another.json('/api/auth/verify-email', 'POST', { token })).status).toBe(404)
    expect((await visitor.json('/api/auth/verify-email', 'POST', { token })).status).toBe(200)
    expect((await visitor.account()).user.email_verified).toBe(true)
    expect((await visitor.json('/api/auth/verify-email', 'POST', { token })).status).toBe(404)
    expect((await visitor.json('/api/user/verification-email', 'POST')).status).toBe(409)
  })
})

describe('a forgotten password', () => {
  test('is chosen anew by the mail, which ends every sign-in, and works once', async () => {
    const [visitor, thief] = [browser(), browser()]
    await thief.signIn('new@example.org')
    const forgot = async (email: string) =>
      (await visitor.json('/api/auth/forgot-password', 'POST', { email })).json()
    expect(await forgot('new@example.org')).toEqual(await forgot('nobody@example.org'))
    const mail = await eventually(
      () => lastMail('new@example.org'),
      (text) => text.includes('/reset-password?token='),
    )
    const former = tokenIn(mail)
    await forgot('new@example.org')
    const token = await eventually(
      async () => tokenIn(await lastMail('new@example.org')),
      (found) => found !== former,
    )
    const choose = async (chosen: string, by = token) =>
      (await visitor.json('/api/auth/reset-password', 'POST', { token: by, password: chosen })).status
    // Of several links the last one works.
    expect(await choose('another quiet sentence', former)).toBe(404)
    expect(await choose('short')).toBe(400)
    // Their own address, in any case of letters; the link goes on working.
    expect(await choose('NEW@example.org')).toBe(400)
    expect(await choose('another quiet sentence')).toBe(200)
    expect(await visitor.status()).toBe('authenticated')
    expect(await thief.status()).toBe('unauthenticated')
    expect(await choose('a third quiet sentence')).toBe(404)
    expect((await browser().signIn('new@example.org')).status).toBe(401)
  })
})

describe('the documentation elsewhere', () => {
  test('is told who comes by the account, whatever a page says, for some minutes', async () => {
    const ask = (body: object) => owner.json('/api/user/redirect-token', 'POST', body)
    await owner.signIn(ownerEmail)
    expect((await ask({})).status).toBe(409)
    const page = async () => (await owner.ask('/signup/add-username')).text()
    expect(await page()).not.toContain('Open the documentation')
    for (const username of ['a b', 'a/../b', '__proto__', '-a', 'x'.repeat(40)])
      expect((await owner.json('/api/user', 'PUT', { username })).status, username).toBe(400)
    await owner.json('/api/user', 'PUT', { username: 'ada' })
    expect(await page()).toContain('Open the documentation</button>')
    const answer = await ask({ name: 'eve', email: 'eve@example.org' })
    const { token, url } = (await answer.json()) as { token: string; url: string }
    expect(url).toBe(`https://docs.example.org/in?token=${token}`)
    const options = { audience: 'https://docs.example.org' }
    const { payload } = await jwtVerify(token, new TextEncoder().encode(docsSecret), options)
    expect(payload).toMatchObject({ name: 'Ada L', username: 'ada', email: ownerEmail })
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(300)
    const second = (await (await ask({})).json()) as { token: string }
    expect(decodeJwt(second.token).jti).not.toBe(payload.jti)
    await expect(jwtVerify(token, new TextEncoder().encode('x'.repeat(32)), options)).rejects.toThrow()
    expect((await browser().json('/api/user/redirect-token', 'POST', {})).status).toBe(401)
  })
})

describe('an account', () => {
  test('changes its names freely, its password with the present one, and is deleted after a fresh sign-in', async () => {
    const visitor = browser()
    await visitor.signIn('new@example.org', 'another quiet sentence')
    const put = (body: object) => visitor.json('/api/user', 'PUT', body)
    const { key } = (await (await visitor.json('/api/workspace/key', 'PUT', {})).json()) as { key: string }
    expect(
      ((await (await put({ first_name: 'New', last_name: 'Person' })).json()) as Account).user.name,
    ).toBe('New Person')
    expect((await put({ password: 'yet another sentence' })).status).toBe(403)
    expect((await put({ password: 'yet another sentence', current_password: 'wrong' })).status).toBe(403)
    expect((await put({ offering: 'enterprise' })).status).toBe(400)
    const held = visitor.jar.get('noisefloor-session') ?? ''
    const chosen = { password: 'yet another sentence', current_password: 'another quiet sentence' }
    expect((await put(chosen)).status).toBe(200)
    // A new password is a new secret: what was copied before opens nothing.
    const copied = browser()
    copied.jar.set('noisefloor-session', held)
    expect([await copied.status(), await visitor.status()]).toEqual(['unauthenticated', 'authenticated'])
    expect(await lastMail('new@example.org')).toContain('The password of your account was changed')
    expect(
      (await visitor.json('/api/user/support-email', 'POST', { subject: 'Help', message: 'Hello\n<b>' }))
        .status,
    ).toBe(200)
    expect(await lastMail('help@example.org')).toContain('New Person <new@example.org>')
    clock.ahead = 11 * 60_000
    expect((await visitor.ask('/api/user', { method: 'DELETE' })).status).toBe(403)
    clock.ahead = 0
    expect((await visitor.ask('/api/user', { method: 'DELETE' })).status).toBe(200)
    expect(await visitor.status()).toBe('unauthenticated')
    expect((await browser().signIn('new@example.org', 'yet another sentence')).status).toBe(401)
    // Nobody is in its workspace any more, and its key opens nothing.
    expect((await fetch(new URL('/ping', inside.url), { headers: { key } })).status).toBe(401)
  })
})
