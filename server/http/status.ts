import type { Context } from 'hono'
import { refuse } from '#model/errors.ts'
import { has } from '#services/access.ts'
import { tenantOf } from '#services/scope.ts'
import { type Readiness, toldTo } from '../run/readiness.ts'
import type { Env } from './env.ts'
import type { App, AppDeps } from './app-deps.ts'

/** Whose names a reader of details may see: those of the key's workspace; all of them (null) for the local operator. */
const namesFor = ({ var: { scope } }: Context<Env>, localKeyId: string | undefined): string | null =>
  scope.kind === 'workspace' && scope.keyId === localKeyId ? null : tenantOf(scope)

/** Milliseconds for which an answer about readiness is good: asking often costs the stores nothing. */
const good = 500

/** /readyz and /metrics: whether the server is ready is everybody's to know, everything else the operator's. */
export function statusRoutes(app: App, appDeps: AppDeps): void {
  let known: { at: number; readiness: Promise<Readiness> } | null = null
  const readiness = (): Promise<Readiness> => {
    const now = performance.now()
    if (!known || now - known.at > good) known = { at: now, readiness: appDeps.readiness() }
    return known.readiness
  }
  app.get('/readyz', async (c) => {
    const found = await readiness()
    const told = has(c.get('scope'), 'operator')
      ? toldTo(namesFor(c, appDeps.localKeyId), found)
      : { ready: found.ready }
    return c.json(told, found.ready ? 200 : 503)
  })
  app.get('/metrics', async (c) => {
    const scope = c.get('scope')
    // They tell of what everybody does: no member, and no key that members made, reads them.
    if (!has(scope, 'measurements'))
      throw refuse(
        scope.kind === 'visitor' ? 'unauthorized' : 'forbidden',
        'Measurements are the operator’s: send the key that lies on the server in the "key" header.',
      )
    const { registry } = appDeps.metrics
    return c.text(await registry.metrics(), 200, { 'content-type': registry.contentType })
  })
}
