import type { App, AppParts } from '../../http/parts.ts'
import { communityRoute } from './community.ts'
import { gnqlRoutes } from './gnql.ts'
import { ipV3Routes } from './ip.ts'
import { pingRoute } from './ping.ts'

/** The paths and shapes that existing clients of the field call: thin adapters over the same verbs, compatible, not the original. */
export function publicRoutes(app: App, parts: AppParts): void {
  pingRoute(app, parts)
  communityRoute(app, parts)
  gnqlRoutes(app, parts)
  ipV3Routes(app, parts)
}
