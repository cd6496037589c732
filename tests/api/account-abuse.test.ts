import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openInside, type Inside } from '../product/inside.ts'
import { type AccountBrowser, browserAt, makePerson, password } from './account-browser.ts'

/** Accounts as whoever means harm meets them, with an account of their own. */

let inside: Inside
const browser = () => browserAt(() => inside.url)

beforeAll(async () => {
  inside = await openInside({ SIGNUP: 'open', SUPPORT_EMAIL: 'help@example.org' })
})
afterAll(() => inside.close())

async function somebody(email: string): Promise<AccountBrowser> {
  await makePerson(inside, { email })
  const who = browser()
  await who.signIn(email)
  return who
}

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
