import type { App, AppDeps } from '../http/app-deps.ts'
import { accountRoute } from './v1/account.ts'
import { analyzeV2Routes } from './v2/analyze.ts'
import { gnqlV2Routes } from './v2/gnql.ts'
import { metadataRoute } from './v2/metadata.ts'
import { noiseV2Routes } from './v2/noise.ts'
import { riotRoute } from './v2/riot.ts'
import { communityRoute } from './v3/community.ts'
import { gnqlRoutes } from './v3/gnql.ts'
import { ipV3Routes } from './v3/ip.ts'
import { tagV3Routes } from './v3/tags.ts'
import { timelineV3Routes } from './v3/timeline.ts'
import { pingRoute } from './v3/ping.ts'

/** The paths and shapes that existing clients of the field call: thin adapters over the same verbs, compatible, not the original. */
export function publicRoutes(app: App, appDeps: AppDeps): void {
  pingRoute(app, appDeps)
  accountRoute(app, appDeps)
  communityRoute(app, appDeps)
  gnqlRoutes(app, appDeps)
  gnqlV2Routes(app, appDeps)
  ipV3Routes(app, appDeps)
  timelineV3Routes(app, appDeps)
  tagV3Routes(app, appDeps)
  analyzeV2Routes(app, appDeps)
  noiseV2Routes(app, appDeps)
  metadataRoute(app, appDeps)
  riotRoute(app, appDeps)
}
