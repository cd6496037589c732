import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openInside, type Inside } from '../product/inside.ts'
import { inviteIn, mailsTo, tokenIn } from '../product/outbox.ts'
import { browserAt, mailTo, makeOwner, makePerson, password } from './account-browser.ts'

/** Everything of an account that lets somebody in, looked for where it must not be. */

let inside: Inside
const [owner, ada] = [browserAt(() => inside.url), browserAt(() => inside.url)]
const secrets = new Map<string, string>()

beforeAll(async () => {
  inside = await openInside({
    SIGNUP: 'open',
    SUPPORT_EMAIL: 'help@example.org',
    DOCS_URL: 'https://docs.example.org/in',
    DOCS_SECRET: 'shared with the documentation site',
  })
  await makeOwner(owner, inside)
  await makePerson(inside, { email: 'ada@example.org' })
})
afterAll(() => inside.close())

const told = async <T>(answer: Promise<Response>): Promise<T> => {
  const { ok, status, url } = await answer.then((one) => one)
  if (!ok) throw new Error(`${url} answered ${status}`)
  return (await (await answer).json()) as T
}
const session = () => ada.jar.get('noisefloor-session') ?? ''

test('every way in is used once, and what opens it is noted', async () => {
  secrets.set('password', password)
  await ada.signIn('ada@example.org')
  secrets.set('session', session())
  const keyOf = async (path: string, method: string, body: object) =>
    (await told<{ key: string }>(ada.json(path, method, body))).key
  secrets.set('first key', await keyOf('/api/workspace/key', 'PUT', {}))
  secrets.set('second key', await keyOf('/api/workspace/key', 'PUT', { overlap_days: 1 }))
  secrets.set('named key', await keyOf('/api/workspace/keys', 'POST', { name: 'one', scopes: ['admin'] }))
  await fetch(new URL('/ping', inside.url), { headers: { key: secrets.get('first key') ?? '' } })
  await ada.json('/api/workspace/invites', 'POST', { email: 'guest@example.org' })
  secrets.set('invitation', inviteIn(await mailTo(inside, 'guest@example.org')))
  await browserAt(() => inside.url).ask(`/signup/invite/${secrets.get('invitation')}/accept`)
  const { seed } = await told<{ seed: string }>(ada.json('/api/user/second-factor', 'POST'))
  secrets.set('seed', seed)
  const code = new TOTP({ secret: Secret.fromBase32(seed) }).generate()
  const { recovery_codes: codes } = await told<{ recovery_codes: string[] }>(
    ada.json('/api/user/second-factor', 'PUT', { code }),
  )
  for (const [nth, one] of codes.entries()) secrets.set(`recovery code ${nth}`, one)
  secrets.set('second session', session())
  await told(ada.json('/api/user', 'PUT', { username: 'ada' }))
  secrets.set(
    'docs token',
    (await told<{ token: string }>(ada.json('/api/user/redirect-token', 'POST'))).token,
  )
  const other = 'another quiet sentence'
  await told(ada.json('/api/user', 'PUT', { password: other, current_password: password }))
  secrets.set('second password', other)
  await told(ada.json('/api/user/new-email', 'POST', { email: 'ada@example.net', current_password: other }))
  secrets.set('new address', tokenIn(await mailTo(inside, 'ada@example.net')))
  await told(ada.json('/api/user/new-email', 'PUT', { token: secrets.get('new address') }))
  await ada.json('/api/auth/forgot-password', 'POST', { email: 'ada@example.net' })
  const reset = async () => {
    for await (const mail of mailsTo(inside.dataFolder, 'ada@example.net'))
      if (mail.includes('/reset-password?token=')) return tokenIn(mail)
    return ''
  }
  await expect.poll(reset).not.toBe('')
  secrets.set('reset', await reset())
  await ada.json('/api/auth/signup', 'POST', { email: 'new@example.org', password })
  secrets.set('confirmation', tokenIn(await mailTo(inside, 'new@example.org')))
  secrets.set('third session', session())
  for (const [name, secret] of secrets) expect([name, secret.length]).toEqual([name, expect.any(Number)])
  expect([...secrets.values()].every((secret) => secret.length > 9)).toBe(true)
  expect(new Set(secrets.values()).size).toBe(secrets.size)
})

const namedIn = (text: string): string[] =>
  [...secrets].flatMap(([name, secret]) => (text.includes(secret) ? [name] : []))

test('none is in the log of changes, as its operator or its workspace exports it', async () => {
  const answers = [
    await owner.ask('/api/operator/changes'),
    await ada.ask('/api/workspace/changes/export'),
    await ada.ask('/api/workspace/changes'),
  ]
  for (const answer of answers) {
    const text = await answer.text()
    expect([answer.status, text.includes('workspace.key'), namedIn(text)]).toEqual([200, true, []])
  }
})

test('none is told again by any call or page', async () => {
  const paths = [
    '/api/user',
    '/api/user/sign-ins',
    '/api/user/second-factor',
    '/api/workspace/key',
    '/api/workspace/keys',
    '/api/workspace/members',
    '/account/details',
    '/account/members',
    '/account/api-key',
  ]
  for (const path of paths) {
    const answer = await ada.ask(path, { headers: { accept: path.startsWith('/api') ? '*/*' : 'text/html' } })
    expect([path, answer.status, namedIn(await answer.text())]).toEqual([path, 200, []])
  }
  for (const path of ['/api/operator/users', '/api/operator/workspaces', '/api/operator/keys'])
    expect([path, namedIn(await (await owner.ask(path)).text())]).toEqual([path, []])
})

test('none lies in the database as it is, nor in what the server logs', () => {
  const files = readdirSync(inside.dataFolder).filter((name) => name.startsWith('noisefloor.db'))
  expect(files.length).toBeGreaterThan(0)
  for (const name of files)
    expect([name, namedIn(readFileSync(join(inside.dataFolder, name), 'latin1'))]).toEqual([name, []])
  expect(namedIn(inside.logged.join('\n'))).toEqual([])
})
