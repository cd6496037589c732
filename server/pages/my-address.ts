import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { Env } from '../http/env.ts'

/**
 * The address a request came from: that of the connection or, behind a trusted proxy, the last one of X-Forwarded-For,
 * which is the one the proxy itself has seen; those before it are the caller's own claims.
 */
export function callerAddress(
  connection: string,
  forwardedFor: string | undefined,
  trustProxy: boolean,
): string {
  const seenByProxy = trustProxy ? (forwardedFor?.split(',').at(-1)?.trim() ?? '') : ''
  // A link-local caller carries the name of our own interface (fe80::1%eth0), which is no part of its address.
  const address = isIP(seenByProxy) ? seenByProxy : connection
  return address.replace(/%.*$/, '')
}

/** "Check my address": leads to the page of whoever asks. */
export const myAddress =
  (trustProxy: boolean) =>
  (c: Context<Env>): Response => {
    const connection = getConnInfo(c).remote.address ?? ''
    const address = callerAddress(connection, c.req.header('x-forwarded-for'), trustProxy)
    c.header('cache-control', 'private, no-store')
    return c.redirect(`/ip/${encodeURIComponent(address)}`, 302)
  }
