import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { nameOf } from '../http/hosts.ts'
import type { Env } from '../http/env.ts'

/** How the server is reached: whether cookies may be sent over https alone. */
export interface Reached {
  publicUrls: readonly string[]
  trustProxy: boolean
}

const signInName = 'noisefloor-session'
const csrfName = 'noisefloor-csrf'

/** Whether the browser came by https: to a proxy that says so, or under an address of this server that is https. */
export function isSecure(c: Context<Env>, { publicUrls, trustProxy }: Reached): boolean {
  if (isEncrypted(c)) return true
  if (trustProxy && c.req.header('x-forwarded-proto') === 'https') return true
  const host = nameOf(c.req.header('host') ?? '')
  return publicUrls.some(
    (url) => URL.canParse(url) && url.startsWith('https:') && new URL(url).hostname === host,
  )
}

/** Whether this server itself spoke TLS. */
const isEncrypted = (c: Context<Env>): boolean => 'encrypted' in c.env.incoming.socket

/** Behind https the name itself says that no other host and no plain connection set it (RFC 6265bis §4.1.3.2). */
const named = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name)

const options = (secure: boolean) => ({ path: '/', httpOnly: true, sameSite: 'Lax', secure }) as const

/** A cookie of one step of signing in: without https it is sent to the calls under `path` alone. */
export function stepCookie(
  c: Context<Env>,
  reached: Reached,
  { name, path }: { name: string; path: string },
) {
  const secure = isSecure(c, reached)
  return {
    name: named(name, secure),
    options: { path: secure ? '/' : path, httpOnly: true, secure },
  } as const
}

/** What the browser holds that is signed in. */
export const signInSecret = (c: Context<Env>, reached: Reached): string | undefined =>
  getCookie(c, named(signInName, isSecure(c, reached)))

export function keepSignIn(c: Context<Env>, reached: Reached, secret: string): void {
  const secure = isSecure(c, reached)
  // The server decides when it is over (store/app/accounts/sign-ins.ts); 400 days are the most a browser keeps.
  setCookie(c, named(signInName, secure), secret, { ...options(secure), maxAge: 90 * 86_400 })
}

export function forgetSignIn(c: Context<Env>, reached: Reached): void {
  const secure = isSecure(c, reached)
  deleteCookie(c, named(signInName, secure), options(secure))
}

export const csrfCookie = (c: Context<Env>, reached: Reached): string | undefined =>
  getCookie(c, named(csrfName, isSecure(c, reached)))

export function keepCsrf(c: Context<Env>, reached: Reached, value: string): void {
  const secure = isSecure(c, reached)
  setCookie(c, named(csrfName, secure), value, options(secure))
}
