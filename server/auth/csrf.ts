import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * Tokens that a page of ours alone can know: of a sign-in, made from it; of a browser that is not signed in, random, with its signature in
 * a cookie.
 */

const sign = (secret: Uint8Array, text: string): string =>
  createHmac('sha256', secret).update(`csrf ${text}`).digest('base64url')

/** @param signIn the id of a sign-in */
export const csrfOfSignIn = (secret: Uint8Array, signIn: string): string => sign(secret, `sign-in ${signIn}`)

/** A token, and what the cookie beside it holds. */
export function newCsrf(secret: Uint8Array): { token: string; cookie: string } {
  const token = randomBytes(24).toString('base64url')
  return { token, cookie: `${token}.${sign(secret, token)}` }
}

export function isCsrf(
  secret: Uint8Array,
  given: string | undefined,
  of: { signIn: string | null; cookie: string | undefined },
): boolean {
  if (given === undefined || given === '') return false
  if (of.signIn !== null && isEqual(given, csrfOfSignIn(secret, of.signIn))) return true
  const [token = '', signature = ''] = (of.cookie ?? '').split('.')
  return token !== '' && isEqual(given, token) && isEqual(signature, sign(secret, token))
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
