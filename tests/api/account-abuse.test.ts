import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openInside, type Inside } from '../product/inside.ts'
import { mailsTo } from '../product/outbox.ts'
import { type AccountBrowser, browserAt, mailTo, makePerson, password } from './account-browser.ts'

/** Accounts as whoever means harm meets them, with an account of their own. */

let inside: Inside
const clock = { now: Date.now() }
const browser = () => browserAt(() => inside.url)

beforeAll(async () => {
  // What is slowed down stays so, however long the claims take.
  inside = await openInside(
    {
      SIGNUP: 'open',
      SUPPORT_EMAIL: 'help@example.org',
      // Nobody answers there.
      OIDC_ISSUER: 'http://127.0.0.1:9',
      OIDC_CLIENT_ID: 'noisefloor',
      DOCS_URL: 'https://docs.example.org/in',
      DOCS_SECRET: 'shared with the documentation site',
    },
    {},
    () => clock.now,
  )
})
afterAll(() => inside.close())

async function somebody(email: string): Promise<AccountBrowser> {
  await makePerson(inside, { email })
  const who = browser()
  await who.signIn(email)
  return who
}

describe('mails', () => {
  test('are sent to an address few times, whoever has them sent and how', async () => {
    const who = await somebody('floods@example.org')
    const floods: [string, () => object, to: string][] = [
      ['/api/auth/signup', () => ({ email: 'nobody@example.org', password }), 'nobody@example.org'],
      ['/api/auth/signup', () => ({ email: 'floods@example.org', password }), 'floods@example.org'],
      ['/api/workspace/invites', () => ({ email: 'Guest@example.org' }), 'Guest@example.org'],
      [
        '/api/user/new-email',
        () => ({ email: 'another@example.org', current_password: password }),
        'another@example.org',
      ],
      ['/api/user/support-email', () => ({ subject: 'Help', message: 'Help!' }), 'help@example.org'],
    ]
    for (const [path, body, to] of floods) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => who.json(path, 'POST', body())))
      const sent = answers.filter(({ status }) => status === 200).length
      expect([path, sent]).toEqual([path, 5])
      expect(answers.every(({ status }) => status === 200 || status === 429)).toBe(true)
      let mails = 0
      for await (const _mail of mailsTo(inside.dataFolder, to)) mails += 1
      expect(mails).toBe(5)
    }
    // A user has a few sent to everybody together.
    const statuses: number[] = []
    for (let at = 0; at < 40; at += 1)
      statuses.push(
        (await who.json('/api/workspace/invites', 'POST', { email: `g${at}@example.org` })).status,
      )
    expect(statuses.filter((status) => status === 200).length).toBe(15)
  })
})

describe('a new password', () => {
  test('is told to the owner, whoever chose it', async () => {
    const who = await somebody('told@example.org')
    const chosen = { password: 'yet another sentence', current_password: password }
    expect((await who.json('/api/user', 'PUT', chosen)).status).toBe(200)
    expect(await mailTo(inside, 'told@example.org')).toContain('The password of your account was changed')
  })
})

describe('who signed up with the address of somebody else', () => {
  test('leaves nothing behind that opens the account, or keeps its owner out, and is nobody elsewhere', async () => {
    // Under an address of numbers nobody has passkeys.
    const thief = browserAt(() => inside.url.replace('127.0.0.1', 'localhost'))
    const email = 'squatted@example.org'
    expect((await thief.json('/api/auth/signup', 'POST', { email, password })).status).toBe(200)
    expect((await thief.signIn(email)).status).toBe(200)
    const answers = await Promise.all([
      thief.json('/api/user/second-factor', 'POST'),
      thief.json('/api/user/passkeys/options', 'POST'),
      thief.json('/api/user/redirect-token', 'POST'),
      thief.form('/api/auth/signin/oidc', { link: 'true', json: 'true' }),
    ])
    for (const answer of answers)
      expect(await answer.json()).toMatchObject({ status: 409, message: 'Confirm your address first.' })
    clock.now += 1000
    await thief.json('/api/user/support-email', 'POST', { subject: 'Help', message: 'It is me' })
    expect(await mailTo(inside, 'help@example.org')).toContain('<squatted@example.org> (not confirmed)')
  })
})

describe('a sign-in that is not fresh', () => {
  test('links no provider, by which whoever stole it would stay', async () => {
    const who = await somebody('links@example.org')
    const link = async () => (await who.form('/api/auth/signin/oidc', { link: 'true', json: 'true' })).status
    expect(await link()).toBe(503)
    clock.now += 11 * 60_000
    expect(await link()).toBe(403)
  })
})

describe('text that no database gives back as it was', () => {
  test('is refused wherever it would be kept, and nobody loses an account or a workspace by it', async () => {
    const who = await somebody('writes@example.org')
    for (const odd of ['\ud800', '\u0000', 'one\nanother', '\u202e']) {
      const text = `a${odd}b`
      const email = `${text}@example.org`
      for (const [method, path, body] of [
        ['PUT', '/api/user', { first_name: text }],
        ['PUT', '/api/workspace', { name: text }],
        ['POST', '/api/user/workspaces', { name: text }],
        ['POST', '/api/workspace/keys', { name: text, scopes: ['read'] }],
        ['POST', '/api/workspace/invites', { email }],
        ['POST', '/api/auth/signup', { email, password }],
        ['POST', '/api/auth/signup', { email: 'odd@example.org', password, first_name: text }],
        ['POST', '/api/auth/forgot-password', { email }],
      ] as const)
        expect([path, (await who.json(path, method, body)).status]).toEqual([path, 400])
    }
    expect((await who.account()).user.name).toBe('Some Body')
    // Signs of writing are no control characters.
    expect((await who.json('/api/user', 'PUT', { first_name: 'می‌خواهم 👩‍🚀' })).status).toBe(200)
    expect((await who.account()).user.name).toBe('می‌خواهم 👩‍🚀 Body')
  })
})
