import type { Context, MiddlewareHandler } from 'hono'
import { refuse } from '#model/errors.ts'
import type { Env } from './env.ts'

const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/**
 * Host names this server answers for: loopback, HOST and the hosts of NOISEFLOOR_URL. Anything else is refused, so that
 * a foreign page cannot reach a local server by pointing its own name at 127.0.0.1 (DNS rebinding).
 */
export function allowedHosts(host: string, publicUrls: readonly string[]): ReadonlySet<string> {
  const names = new Set(loopbackNames)
  // As a Host header is read: an address of IPv6 and a name can be written in several ways.
  const written = host.includes(':') ? `[${host}]` : host
  names.add(URL.canParse(`http://${written}`) ? new URL(`http://${written}`).hostname : written)
  for (const url of publicUrls) names.add(new URL(url).hostname)
  return names
}

export function nameOf(hostHeader: string): string {
  const bracketed = /^\[[^\]]*\]/.exec(hostHeader)
  return (bracketed ? bracketed[0] : (hostHeader.split(':')[0] ?? '')).toLowerCase()
}

/** Refuses foreign Host headers, and unsafe methods sent by a page of another origin. */
export function onlyOurHosts(names: ReadonlySet<string>): MiddlewareHandler<Env> {
  const anyName = names.has('0.0.0.0') || names.has('[::]')
  return async (c, next) => {
    const host = nameOf(c.req.header('host') ?? '')
    const isAddress = /^[0-9.]+$|^\[/.test(host)
    if (!names.has(host) && !(anyName && isAddress)) {
      throw refuse(
        'misdirected-host',
        `This server does not answer for the host "${host}". Set NOISEFLOOR_URL to the addresses people use.`,
      )
    }
    if (!['GET', 'HEAD', 'OPTIONS'].includes(c.req.method)) refuseForeign(c)
    await next()
  }
}

/** Refuses a page of another origin also where it only reads, as far as its method says: for what makes something. */
export const ownPagesOnly: MiddlewareHandler<Env> = async (c, next) => {
  refuseForeign(c)
  await next()
}

function refuseForeign(c: Context<Env>): void {
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  const foreign =
    origin !== undefined
      ? originHost(origin) !== (c.req.header('host') ?? '')
      : site !== undefined && site !== 'same-origin' && site !== 'none'
  if (foreign) throw refuse('forbidden', 'This request comes from a page of another origin.')
}

function originHost(origin: string): string {
  return URL.canParse(origin) ? new URL(origin).host : ''
}
