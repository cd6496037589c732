import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { csrfOfSignIn, isCsrf, newCsrf } from './csrf.ts'

const [secret, other] = [randomBytes(32), randomBytes(32)]

test('a form token is that of its sign-in or of its cookie, and of no other', () => {
  const { token, cookie } = newCsrf(secret)
  const of = (signIn: string | null, held: string | undefined) => ({ signIn, cookie: held })
  expect(isCsrf(secret, token, of(null, cookie))).toBe(true)
  expect(isCsrf(secret, csrfOfSignIn(secret, 'a'), of('a', undefined))).toBe(true)
  for (const [given, who] of [
    [token, of(null, undefined)],
    [token, of(null, newCsrf(secret).cookie)],
    [token, of(null, `${token}.${'x'.repeat(43)}`)],
    [token, of(null, newCsrf(other).cookie)],
    [csrfOfSignIn(secret, 'a'), of('b', undefined)],
    [csrfOfSignIn(other, 'a'), of('a', undefined)],
    [undefined, of('a', cookie)],
    ['', of('a', '.')],
  ] as const)
    expect(isCsrf(secret, given, who)).toBe(false)
})
