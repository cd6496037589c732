import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { refuse } from '#model/errors.ts'
import { type Readiness, toldTo } from '../run/readiness.ts'
import type { Env } from './env.ts'
import type { App, AppDeps } from './parts.ts'

const isLoopback = (address: string): boolean =>
  address === 'localhost' ||
  address === '::1' ||
  (isIP(address.replace(/^::ffff:/, '')) === 4 && /(?:^|:)127\./.test(address))

/** What a proxy in front adds (RFC 7239, and the older names). */
const ofProxies = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/**
 * Details of the server are for its operator: who shows a key, or asks from this machine a server that listens to this machine
 * alone, without a proxy in between.
 */
function mayReadDetails(
  c: Context<Env>,
  { host, trustProxy }: Pick<AppDeps, 'host' | 'trustProxy'>,
): boolean {
  if (c.var.scope.kind === 'workspace') return true
  const isDirect = !trustProxy && ofProxies.every((name) => c.req.header(name) === undefined)
  return isDirect && isLoopback(host) && isLoopback(getConnInfo(c).remote.address ?? '')
}

/** Whose names a reader of details may see: those of the key's workspace; all of them (null) for the local operator. */
const namesFor = ({ var: { scope } }: Context<Env>, localKeyId: string | undefined): string | null =>
  scope.kind === 'workspace' && scope.keyId !== localKeyId ? scope.workspace : null

/** Milliseconds for which an answer about readiness is good: asking often costs the stores nothing. */
const good = 500

/** /readyz and /metrics: whether the server is ready is everybody's to know, everything else the operator's. */
export function statusRoutes(app: App, parts: AppDeps): void {
  let known: { at: number; readiness: Promise<Readiness> } | null = null
  const readiness = (): Promise<Readiness> => {
    const now = performance.now()
    if (!known || now - known.at > good) known = { at: now, readiness: parts.readiness() }
    return known.readiness
  }
  app.get('/readyz', async (c) => {
    const found = await readiness()
    const told = mayReadDetails(c, parts)
      ? toldTo(namesFor(c, parts.localKeyId), found)
      : { ready: found.ready }
    return c.json(told, found.ready ? 200 : 503)
  })
  app.get('/metrics', async (c) => {
    if (!mayReadDetails(c, parts))
      throw refuse('unauthorized', 'Measurements are the operator’s: send an API key in the "key" header.')
    const { registry } = parts.metrics
    return c.text(await registry.metrics(), 200, { 'content-type': registry.contentType })
  })
}
