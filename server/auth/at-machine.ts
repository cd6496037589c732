import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { Env } from '../http/env.ts'
import type { Reached } from './cookies.ts'

const isLoopback = (address: string): boolean =>
  address === 'localhost' ||
  address === '::1' ||
  (isIP(address.replace(/^::ffff:/, '')) === 4 && /(?:^|:)127\./.test(address))

/** What a proxy in front adds (RFC 7239, and the older names). */
const ofProxies = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/**
 * Whether somebody asks from this machine a server that listens to this machine alone, without a proxy in between: one that says nothing of itself
 * is known by the address of elsewhere under which people come.
 */
export function openAtMachine({
  host,
  trustProxy,
  publicUrls,
}: { host: string } & Reached): (c: Context<Env>) => boolean {
  const names = publicUrls.map((url) => new URL(url).hostname.replace(/^\[|\]$/g, ''))
  const isHere = !trustProxy && [host, ...names].every(isLoopback)
  return (c) =>
    isHere &&
    ofProxies.every((name) => c.req.header(name) === undefined) &&
    isLoopback(getConnInfo(c).remote.address ?? '')
}
