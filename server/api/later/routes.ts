import { refuse } from '#model/errors.ts'
import { has, requireRights } from '#services/access.ts'
import type { App } from '../../http/app-deps.ts'
import { laterCalls } from './calls.ts'
import { laterCapabilities, type LaterCapability, type LaterCapabilityId } from './capabilities.ts'

/** A call that is known and not served; `path` with parameters in braces. */
export interface LaterCall {
  method: string
  path: string
  capability: LaterCapability
}

/** One for each method of each line of the table, in its order: fixed paths stand before those with parameters. */
export const knownLaterCalls: readonly LaterCall[] = Object.entries(laterCalls).flatMap(([id, lines]) =>
  lines.flatMap((line) => {
    const words = line.split(' ')
    const path = words.pop() ?? ''
    return words.map((method) => ({ method, path, capability: laterCapabilities[id as LaterCapabilityId] }))
  }),
)

/**
 * Answers them with 501 and the reason, after the questions their capability would ask first. Never with 404: existing
 * clients take that for "this address was never seen" (decision 26). Registered before everything that has parameters.
 */
export function laterRoutes(app: App): void {
  for (const { method, path, capability } of knownLaterCalls)
    app.on(method, path.replaceAll(/\{(\w+)\}/g, ':$1'), (c) => {
      const { scope } = c.var
      const { name, needs } = capability
      const missing = needs.filter((right) => !has(scope, right))
      if (missing.includes('workspace')) requireRights({ scope }, ['workspace'])
      if (missing.length > 0)
        throw refuse('forbidden', `Your plan does not include this: ${name}.`, { missing })
      throw refuse(
        'not-implemented',
        `Not available in this version: ${name}. The call is known, and nothing was looked up.`,
      )
    })
}
