import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openInside, type Inside } from '../product/inside.ts'
import { tokenIn } from '../product/outbox.ts'
import { browserAt, mailTo, makeOwner, ownerEmail, password } from './account-browser.ts'

/** A second factor as browsers and programs meet it: over HTTP, with the clock moved. */

let inside: Inside
const clock = { ahead: 0 }
beforeAll(async () => {
  inside = await openInside({}, {}, () => Date.now() + clock.ahead)
  await makeOwner(owner, inside)
})
afterAll(() => inside.close())

const browser = () => browserAt(() => inside.url)
const owner = browser()
let seed = ''
let recovery: string[] = []

const codeNow = (): string =>
  new TOTP({ secret: Secret.fromBase32(seed) }).generate({ timestamp: Date.now() + clock.ahead })
const next = (): string => {
  // Each code works once.
  clock.ahead += 30_000
  return codeNow()
}
const minutes = (count: number): void => {
  clock.ahead += count * 60_000
}
const callback = '/api/auth/callback/local'
const signInWith = (fields: Record<string, string>) =>
  browser().form(callback, { email: ownerEmail, password, json: 'true', ...fields })

describe('a second factor', () => {
  test('is set up with its first code within ten minutes of proving who one is', async () => {
    const stranger = browser()
    for (const [path, method] of [
      ['/api/user/second-factor', 'POST'],
      ['/api/user/second-factor', 'PUT'],
      ['/api/user/recovery-codes', 'POST'],
      ['/api/user/proof', 'POST'],
      ['/api/user/passkeys/options', 'POST'],
    ] as const)
      expect([path, (await stranger.json(path, method)).status]).toEqual([path, 401])
    minutes(11)
    expect((await owner.json('/api/user/second-factor', 'POST')).status).toBe(403)
    const wrong = await owner.json('/api/user/proof', 'POST', { current_password: 'another sentence' })
    expect([wrong.status, await wrong.json()]).toMatchObject([403, { parameter: 'current_password' }])
    const held = owner.jar.get('noisefloor-session')
    expect((await owner.json('/api/user/proof', 'POST', { current_password: password })).status).toBe(200)
    // A gain of rights comes with another secret.
    expect(owner.jar.get('noisefloor-session')).not.toBe(held)
    const begun = (await (await owner.json('/api/user/second-factor', 'POST')).json()) as {
      seed: string
      uri: string
    }
    seed = begun.seed
    expect(begun.uri).toMatch(/^otpauth:\/\/totp\/Noisefloor:/)
    // Until a first code was right it guards nothing.
    expect((await signInWith({})).status).toBe(200)
    const typo = await owner.json('/api/user/second-factor', 'PUT', { code: '000000' })
    expect([typo.status, await typo.json()]).toMatchObject([400, { parameter: 'code' }])
    const confirmed = await owner.json('/api/user/second-factor', 'PUT', { code: codeNow() })
    expect(confirmed.status).toBe(200)
    recovery = ((await confirmed.json()) as { recovery_codes: string[] }).recovery_codes
    expect(new Set(recovery).size).toBe(10)
    expect((await owner.json('/api/user/second-factor', 'POST')).status).toBe(409)
    expect(await mailTo(inside, ownerEmail)).toContain('A second factor guards your account now')
  })

  test('keeps out whoever knows the password alone', async () => {
    const without = await signInWith({})
    expect([without.status, await without.json()]).toMatchObject([401, { parameter: 'code' }])
    for (const code of ['', '000000', 'x'.repeat(100)]) expect((await signInWith({ code })).status).toBe(401)
    const right = next()
    expect((await signInWith({ code: right })).status).toBe(200)
    // A code works once, and so does no code of an earlier step.
    expect((await signInWith({ code: right })).status).toBe(401)
  })

  test('is asked for by a page of its own, which opens nothing without the password', async () => {
    const accept = { accept: 'text/html' }
    const visitor = browser()
    const fields = { email: ownerEmail, password, callback_url: '/tags' }
    const asked = await visitor.form(callback, fields, accept)
    expect([asked.status, asked.headers.get('location')]).toEqual([
      303,
      '/auth-required?step=code&redirect=%2Ftags',
    ])
    expect(await visitor.status()).toBe('unauthenticated')
    const path = '/api/auth/callback/second-factor'
    const typo = await visitor.form(path, { code: '1', callback_url: '/tags' }, accept)
    expect(typo.headers.get('location')).toBe('/auth-required?step=code&error=WrongCode&redirect=%2Ftags')
    const code = next()
    const stranger = await browser().form(path, { code, callback_url: '/tags' }, accept)
    expect(stranger.headers.get('location')).toBe('/auth-required?error=CredentialsSignin&redirect=%2Ftags')
    const held = visitor.jar.get('noisefloor-code-of') ?? ''
    const forged = browser()
    // The last letter may hold fewer bits than a letter can.
    forged.jar.set(
      'noisefloor-code-of',
      `${held.slice(0, -2)}${held.at(-2) === 'A' ? 'B' : 'A'}${held.at(-1)}`,
    )
    expect((await forged.form(path, { code, json: 'true' })).status).toBe(401)
    const done = await visitor.form(path, { code, callback_url: '/tags' }, accept)
    expect([done.status, done.headers.get('location')]).toEqual([303, '/tags'])
    expect(await visitor.status()).toBe('authenticated')
    // Ten minutes later the password is shown again.
    const late = browser()
    await late.form(callback, fields, accept)
    minutes(11)
    expect((await late.form(path, { code: codeNow(), json: 'true' })).status).toBe(401)
  })

  test('gives way to a recovery code, each of them once', async () => {
    const [one = '', two = ''] = recovery
    expect((await signInWith({ code: one.toUpperCase() })).status).toBe(200)
    expect((await signInWith({ code: one })).status).toBe(401)
    const many = await Promise.all([two, two, two, two].map((code) => signInWith({ code })))
    expect(many.filter(({ status }) => status === 200)).toHaveLength(1)
    const guards = (await (await owner.ask('/api/user/second-factor')).json()) as object
    expect(guards).toMatchObject({ has_second_factor: true, recovery_codes_left: 8 })
  })

  test('is not passed by a mail that chooses a new password', async () => {
    const visitor = browser()
    await visitor.json('/api/auth/forgot-password', 'POST', { email: ownerEmail })
    await expect
      .poll(() => mailTo(inside, ownerEmail), { timeout: 600_000 })
      .toContain('Open this link within an hour')
    const token = tokenIn(await mailTo(inside, ownerEmail))
    const answer = await visitor.json('/api/auth/reset-password', 'POST', { token, password })
    expect([answer.status, await answer.json()]).toMatchObject([200, { signed_in: false }])
    expect(await visitor.status()).toBe('unauthenticated')
    // The reset ended every sign-in.
    expect(await owner.status()).toBe('unauthenticated')
    const code = next()
    expect((await owner.form(callback, { email: ownerEmail, password, code, json: 'true' })).status).toBe(200)
  })

  test('slows down guesses of codes, also of many at once', async () => {
    const other = browser()
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        other.form(callback, { email: ownerEmail, password, json: 'true', code: String(100_000 + at) }),
      ),
    )
    const wrong = guesses.filter(({ status }) => status === 401).length
    expect(wrong).toBeLessThan(10)
    expect(guesses.filter(({ status }) => status === 429).length).toBe(40 - wrong)
    minutes(16)
  })

  test('is removed by whoever proved to be its owner just now', async () => {
    expect((await owner.json('/api/user/second-factor', 'DELETE')).status).toBe(403)
    await owner.json('/api/user/proof', 'POST', { current_password: password })
    const renewed = await owner.json('/api/user/recovery-codes', 'POST')
    expect(((await renewed.json()) as { recovery_codes: string[] }).recovery_codes).toHaveLength(10)
    expect((await owner.ask('/api/user/second-factor', { method: 'DELETE' })).status).toBe(200)
    expect((await owner.ask('/api/user/second-factor', { method: 'DELETE' })).status).toBe(404)
    expect((await signInWith({})).status).toBe(200)
    expect(await mailTo(inside, ownerEmail)).toContain('The second factor of your account was removed')
  })
})

describe('the present password', () => {
  test('is guessed no faster by whoever holds a stolen sign-in', async () => {
    const statuses: number[] = []
    for (let tries = 0; tries < 8; tries += 1)
      statuses.push(
        (await owner.json('/api/user/proof', 'POST', { current_password: `guess ${tries}` })).status,
      )
    expect(statuses).toContain(429)
    const changed = await owner.json('/api/user/new-email', 'POST', {
      email: 'eve@example.org',
      current_password: 'x',
    })
    expect(changed.status).toBe(429)
  })
})
