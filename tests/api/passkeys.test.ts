import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePasskey, type Said, showPasskey, type SoftPasskey } from '../product/authenticator.ts'
import { openInside, type Inside } from '../product/inside.ts'
import { type AccountBrowser, browserAt, makePerson } from './account-browser.ts'

/** Passkeys as whoever would cheat sends them: over HTTP, made in software. As people use them: tests/browser. */

let inside: Inside
/** A challenge is of its moment. */
const clock = { now: Date.now() }
const origin = () => inside.url.replace('127.0.0.1', 'localhost')
const browser = () => browserAt(origin)

beforeAll(async () => {
  inside = await openInside({}, {}, () => (clock.now += 10))
})
afterAll(() => inside.close())

async function somebody(email: string): Promise<AccountBrowser> {
  await makePerson(inside, { email })
  const who = browser()
  await who.signIn(email)
  return who
}
async function challengeAt(who: AccountBrowser, path: string): Promise<string> {
  return ((await (await who.json(path, 'POST')).json()) as { challenge: string }).challenge
}
const right = (challenge: string): Said => ({ challenge, origin: origin(), rpId: 'localhost' })

/** Asks for a challenge and keeps what answers it. */
async function keep(who: AccountBrowser, change: Partial<Said> = {}, id?: Buffer<ArrayBuffer>) {
  const challenge = await challengeAt(who, '/api/user/passkeys/options')
  const { passkey, sent } = makePasskey({ ...right(challenge), ...change }, id)
  const answer = await who.json('/api/user/passkeys', 'POST', sent)
  return { status: answer.status, passkey, sent }
}
/** Asks for a challenge and answers it in a browser where nobody is signed in. */
async function show(passkey: SoftPasskey, change: Partial<Said> = {}, other: Record<string, string> = {}) {
  const who = browser()
  const challenge = await challengeAt(who, '/api/auth/passkey')
  const shown = { ...showPasskey(passkey, { ...right(challenge), ...change }), ...other }
  const held = new Map(who.jar)
  const answer = await who.json('/api/auth/callback/passkey', 'POST', shown)
  return { status: answer.status, session: await who.status(), who, shown, held }
}
const refused = { session: 'unauthenticated' }

test('one that is made for another place, another question or without proving the person is not kept', async () => {
  const who = await somebody('ada@example.org')
  for (const change of [
    { origin: 'https://evil.example' },
    { origin: `${origin()}.evil.example` },
    { rpId: 'evil.example' },
    { challenge: Buffer.from('of another').toString('base64url') },
    { type: 'webauthn.get' as const },
    { isVerified: false },
  ])
    expect([change, (await keep(who, change)).status]).toEqual([change, 400])
  expect((await keep(who)).status).toBe(200)
})

test('one challenge is answered once, by who asked for it', async () => {
  const [ada, eve] = [await somebody('ada1@example.org'), await somebody('eve1@example.org')]
  const challenge = await challengeAt(ada, '/api/user/passkeys/options')
  const held = ada.jar.get('noisefloor-passkey-made') ?? ''
  const { sent } = makePasskey(right(challenge))
  eve.jar.set('noisefloor-passkey-made', held)
  expect((await eve.json('/api/user/passkeys', 'POST', sent)).status).toBe(409)
  expect((await ada.json('/api/user/passkeys', 'POST', sent)).status).toBe(200)
  ada.jar.set('noisefloor-passkey-made', held)
  expect((await ada.json('/api/user/passkeys', 'POST', sent)).status).toBe(409)
})

test('of twenty one more is not kept, however many questions were asked before, and answered at once', async () => {
  const who = await somebody('ada9@example.org')
  const { user_id: id } = (await who.account()).user
  const { passkeys } = inside.deps.installation.account(id)
  for (let nth = 0; nth < 18; nth++)
    await passkeys.add({
      id: `seed${nth}`,
      publicKey: '',
      counter: 0,
      transports: [],
      name: 'seed',
      created: clock.now,
    })
  const answers: { held: string; sent: object }[] = []
  for (let nth = 0; nth < 5; nth++) {
    const challenge = await challengeAt(who, '/api/user/passkeys/options')
    const held = who.jar.get('noisefloor-passkey-made') ?? ''
    answers.push({ held, sent: makePasskey(right(challenge)).sent })
  }
  const statuses = answers.map(async ({ held, sent }) => {
    who.jar.set('noisefloor-passkey-made', held)
    return (await who.json('/api/user/passkeys', 'POST', sent)).status
  })
  expect((await Promise.all(statuses)).toSorted()).toEqual([200, 200, 409, 409, 409])
  expect(await passkeys.list()).toHaveLength(20)
})

test('one opens its own account, for a question of this place that was put just now', async () => {
  const { passkey } = await keep(await somebody('ada2@example.org'))
  for (const change of [
    { origin: 'https://evil.example' },
    { origin: origin().replace('http:', 'https:') },
    { rpId: 'evil.example' },
    { challenge: Buffer.from('of another').toString('base64url') },
    { type: 'webauthn.create' as const },
    { isVerified: false },
  ])
    expect([change, await show(passkey, change)]).toMatchObject([change, { status: 401, ...refused }])
  const opened = await show(passkey)
  expect([opened.status, (await opened.who.account()).user.email]).toEqual([200, 'ada2@example.org'])

  // Whoever copied the browser's cookies and its answer sends both again; alone, or many at once.
  const copied = browser()
  const again = async () => {
    for (const [name, value] of opened.held) copied.jar.set(name, value)
    return (await copied.json('/api/auth/callback/passkey', 'POST', opened.shown)).status
  }
  expect(await again()).toBe(409)
  expect(new Set(await Promise.all([again(), again(), again()]))).toEqual(new Set([409]))
  expect(await copied.status()).toBe('unauthenticated')
})

test('an answer sent twice at once signs in once', async () => {
  const { passkey } = await keep(await somebody('ada3@example.org'))
  const who = browser()
  const challenge = await challengeAt(who, '/api/auth/passkey')
  const shown = showPasskey(passkey, right(challenge))
  const held = new Map(who.jar)
  const statuses = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const one = browser()
      for (const [name, value] of held) one.jar.set(name, value)
      return (await one.json('/api/auth/callback/passkey', 'POST', shown)).status
    }),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
})

test('none opens the account of somebody else, whatever it calls itself', async () => {
  const [ada, eve] = [await somebody('ada4@example.org'), await somebody('eve4@example.org')]
  const [hers, theirs] = [await keep(ada), await keep(eve)]
  const { id } = hers.passkey
  expect(await show(theirs.passkey, {}, { id, raw_id: id })).toMatchObject({ status: 401, ...refused })
  expect(await show(theirs.passkey, {}, { id })).toMatchObject({ status: 401, ...refused })
  // Nor does it by naming the other as the one it was made for.
  const handle = async (who: AccountBrowser) => ({
    user_handle: Buffer.from((await who.account()).user.user_id).toString('base64url'),
  })
  expect(await show(theirs.passkey, {}, await handle(ada))).toMatchObject({ status: 401, ...refused })
  expect((await show(theirs.passkey, {}, await handle(eve))).status).toBe(200)
  // One that is somebody's is nobody else's to keep or to remove.
  expect((await keep(eve, {}, Buffer.from(id, 'base64url'))).status).toBe(409)
  expect((await eve.ask(`/api/user/passkeys/${id}`, { method: 'DELETE' })).status).toBe(404)
  expect((await show(hers.passkey)).status).toBe(200)
})

test('one whose counter goes back, or that was removed, opens nothing', async () => {
  const who = await somebody('ada5@example.org')
  const { passkey } = await keep(who, { counter: 5 })
  expect((await show(passkey, { counter: 6 })).status).toBe(200)
  for (const counter of [6, 5, 0])
    expect(await show(passkey, { counter })).toMatchObject({ status: 401, ...refused })
  expect((await who.ask(`/api/user/passkeys/${passkey.id}`, { method: 'DELETE' })).status).toBe(200)
  expect(await show(passkey, { counter: 9 })).toMatchObject({ status: 401, ...refused })
})

test('the first answer of the sign-in page has the button under a name, and the reason instead under an address of numbers', async () => {
  const pageAt = async (url: string) =>
    (await fetch(new URL('/auth-required', url), { headers: { accept: 'text/html' } })).text()
  const named = await pageAt(origin())
  expect(named).toContain('Use a passkey</button>')
  expect(named).not.toMatch(/<p[^>]*>Passkeys need a name/)
  const numbered = await pageAt(inside.url)
  expect(numbered).toMatch(/<p[^>]*>Passkeys need a name/)
  expect(numbered).not.toContain('Use a passkey</button>')
})
