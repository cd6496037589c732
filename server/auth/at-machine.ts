import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import type { Env } from '../http/env.ts'

const isLoopback = (address: string): boolean =>
  address === 'localhost' ||
  address === '::1' ||
  (isIP(address.replace(/^::ffff:/, '')) === 4 && /(?:^|:)127\./.test(address))

/** What a proxy in front adds (RFC 7239, and the older names). */
const ofProxies = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/** Whether somebody asks from this machine a server that listens to this machine alone, without a proxy in between. */
export function isAtMachine(
  c: Context<Env>,
  { host, trustProxy }: { host: string; trustProxy: boolean },
): boolean {
  const isDirect = !trustProxy && ofProxies.every((name) => c.req.header(name) === undefined)
  return isDirect && isLoopback(host) && isLoopback(getConnInfo(c).remote.address ?? '')
}
