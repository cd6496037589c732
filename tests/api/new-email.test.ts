import { afterAll, beforeAll, expect, test } from 'vitest'
import { openInside, type Inside } from '../product/inside.ts'
import { mailsTo, tokenIn } from '../product/outbox.ts'
import { type AccountBrowser, browserAt, mailTo, makePerson, password } from './account-browser.ts'

/** A change of address: the new one waits until its mail is answered from inside the account. */

let inside: Inside
/** The outbox is in the order of the clock. */
const clock = { now: Date.now() }
const browser = () => browserAt(() => inside.url)

beforeAll(async () => {
  inside = await openInside({ SIGNUP: 'open' }, {}, () => (clock.now += 10))
})
afterAll(() => inside.close())

async function somebody(email: string): Promise<AccountBrowser> {
  await makePerson(inside, { email })
  const who = browser()
  await who.signIn(email)
  return who
}

const ask = (who: AccountBrowser, email: string, current = password) =>
  who.json('/api/user/new-email', 'POST', { email, current_password: current })
const confirm = async (who: AccountBrowser, token: string) =>
  (await who.json('/api/user/new-email', 'PUT', { token })).status
async function mails(to: string): Promise<string[]> {
  const found: string[] = []
  for await (const mail of mailsTo(inside.dataFolder, to)) found.push(mail)
  return found
}

test('waits, and is told to the address of before, which signs in until the new one is confirmed', async () => {
  const who = await somebody('ada@example.org')
  expect((await ask(who, 'ada@example.net', 'wrong')).status).toBe(403)
  expect((await ask(who, 'no address')).status).toBe(400)
  expect((await ask(who, 'ada@example.org')).status).toBe(409)
  expect((await ask(who, 'ada@example.net')).status).toBe(200)
  expect((await who.account()).user).toMatchObject({
    email: 'ada@example.org',
    email_verified: true,
    new_email: 'ada@example.net',
  })
  expect(await mailTo(inside, 'ada@example.org')).toContain(
    'ada@example.net is to become the address of your account',
  )
  expect((await browser().signIn('ada@example.org')).status).toBe(200)
  expect((await browser().signIn('ada@example.net')).status).toBe(401)

  const held = who.jar.get('noisefloor-session')
  const token = tokenIn(await mailTo(inside, 'ada@example.net'))
  expect(await confirm(browser(), token)).toBe(401)
  expect(await confirm(who, token)).toBe(200)
  expect((await who.account()).user).toMatchObject({
    email: 'ada@example.net',
    email_verified: true,
    new_email: null,
  })
  expect(who.jar.get('noisefloor-session')).not.toBe(held)
  expect(decodeURIComponent(who.jar.get('userEmail') ?? '')).toBe('ada@example.net')
  expect(await mailTo(inside, 'ada@example.org')).toContain(
    'The address of your account is ada@example.net now',
  )
  expect((await browser().signIn('ada@example.org')).status).toBe(401)
  expect((await browser().signIn('ada@example.net')).status).toBe(200)
  expect(await confirm(who, token)).toBe(404)
})

test('is confirmed by the account that asked for it alone, and a link tried by others goes on working', async () => {
  const [bob, eve] = [await somebody('bob@example.org'), await somebody('eve@example.org')]
  await ask(bob, 'bob@example.net')
  const token = tokenIn(await mailTo(inside, 'bob@example.net'))
  expect(await confirm(eve, token)).toBe(404)
  // Nor does it do what other links do.
  expect((await eve.json('/api/auth/verify-email', 'POST', { token })).status).toBe(404)
  expect((await eve.json('/api/auth/reset-password', 'POST', { token, password })).status).toBe(404)
  expect(await confirm(bob, token)).toBe(200)
})

test('that somebody else has waits as any other, and is told to that one, with no link', async () => {
  await somebody('owner@example.org')
  const who = await somebody('carol@example.org')
  const told = async (email: string) => {
    const answer = await ask(who, email)
    const { new_email: waiting } = (await who.account()).user
    return [answer.status, await answer.json(), waiting === email]
  }
  expect(await told('Owner@example.org')).toEqual(await told('nobody@example.org'))
  const [mail = ''] = await mails('owner@example.org')
  expect(mail).toContain('It is the address of yours, and stays so.')
  expect(tokenIn(mail)).toBe('')
})

test('that somebody took meanwhile is not taken from them, and goes on waiting', async () => {
  const who = await somebody('dan@example.org')
  await ask(who, 'fast@example.org')
  const token = tokenIn(await mailTo(inside, 'fast@example.org'))
  await somebody('fast@example.org')
  expect(await confirm(who, token)).toBe(409)
  expect((await who.account()).user).toMatchObject({
    email: 'dan@example.org',
    new_email: 'fast@example.org',
  })
})

test('is dropped by its owner, by a new password and by a reset', async () => {
  const who = await somebody('gus@example.org')
  const waiting = async () => {
    await ask(who, 'gus@example.net')
    return tokenIn(await mailTo(inside, 'gus@example.net'))
  }
  const isGone = async (token: string) =>
    expect([(await who.account()).user.new_email, await confirm(who, token)]).toEqual([null, 404])

  const first = await waiting()
  expect((await who.json('/api/user/new-email', 'DELETE')).status).toBe(200)
  expect((await who.json('/api/user/new-email', 'DELETE')).status).toBe(404)
  await isGone(first)

  const second = await waiting()
  const same = { password, current_password: password }
  expect((await who.json('/api/user', 'PUT', same)).status).toBe(200)
  await isGone(second)

  const third = await waiting()
  await browser().json('/api/auth/forgot-password', 'POST', { email: 'gus@example.org' })
  await expect.poll(async () => (await mails('gus@example.org'))[0]).toContain('/reset-password?token=')
  const token = tokenIn(await mailTo(inside, 'gus@example.org'))
  expect((await who.json('/api/auth/reset-password', 'POST', { token, password })).status).toBe(200)
  await isGone(third)
})

test('has one link that works, the last one sent, for a day', async () => {
  const who = await somebody('hal@example.org')
  const resend = async () => (await who.json('/api/user/new-email/verification-email', 'POST')).status
  expect(await resend()).toBe(404)
  await ask(who, 'hal@example.net')
  const first = tokenIn(await mailTo(inside, 'hal@example.net'))
  expect(await resend()).toBe(200)
  const second = tokenIn(await mailTo(inside, 'hal@example.net'))
  expect(second).not.toBe(first)
  expect(await confirm(who, first)).toBe(404)
  clock.now += 25 * 3_600_000
  expect([(await who.account()).user.new_email, await confirm(who, second), await resend()]).toEqual([
    null,
    404,
    404,
  ])
})

test('of an account that never confirmed its own waits as well, and confirms it; nobody else is told', async () => {
  const who = browser()
  await who.json('/api/auth/signup', 'POST', { email: 'typo@example.org', password })
  await who.signIn('typo@example.org')
  const before = (await mails('typo@example.org')).length
  expect((await ask(who, 'right@example.org')).status).toBe(200)
  expect((await who.account()).user).toMatchObject({ email: 'typo@example.org', email_verified: false })
  expect(await confirm(who, tokenIn(await mailTo(inside, 'right@example.org')))).toBe(200)
  expect((await who.account()).user).toMatchObject({ email: 'right@example.org', email_verified: true })
  expect(await mails('typo@example.org')).toHaveLength(before)
})
