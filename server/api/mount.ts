import { refuse } from '#model/errors.ts'
import { readsWhileAnswered } from '#store/analytics/read-only.ts'
import { autocomplete } from '#services/tags/autocomplete.ts'
import { cached } from '#services/tags/cached.ts'
import { apiAccess } from '../auth/api-access.ts'
import { botsRefused } from '../captcha/demanded.ts'
import type { App, AppDeps } from '../http/app-deps.ts'
import { accountLinkRoutes } from './auth/accounts.ts'
import { oidcRoutes } from './auth/oidc.ts'
import { passkeySignInRoutes } from './auth/passkey.ts'
import { refuseLocal } from './auth/local-accounts.ts'
import { authRoutes } from './auth/routes.ts'
import { secondFactorRoutes } from './auth/second-factor.ts'
import { cveAnalysisRoutes } from './analysis/cves.ts'
import { ipAnalysisRoutes } from './analysis/ips.ts'
import { captchaRoutes } from './captcha.ts'
import { captureRoutes } from './captures/routes.ts'
import { allowedMethods } from './allowed-methods.ts'
import { cveRoutes } from './cves/routes.ts'
import { demoRoutes } from './demo/routes.ts'
import { gnqlRoutes } from './gnql/routes.ts'
import { ipRoutes } from './ip/routes.ts'
import { laterRoutes } from './later/routes.ts'
import { describeApi } from './openapi/document.ts'
import { knownParameters } from './parameters.ts'
import { operatorAccountRoutes } from './operator/accounts.ts'
import { backupRoutes } from './operator/backups.ts'
import { disputeRoutes } from './disputes.ts'
import { changeRoutes } from './operator/changes.ts'
import { operatorDisputeRoutes } from './operator/disputes.ts'
import { operatorRoutes } from './operator/users.ts'
import { operatorWorkspaceRoutes } from './operator/workspaces.ts'
import { pcapRoutes } from './pcaps/routes.ts'
import { sessionPacketRoutes } from './sessions/packets.ts'
import { profileRoutes } from './sensors/profiles.ts'
import { sensorListRoutes } from './sensors/sensors.ts'
import { sensorRoutes } from './sensor/routes.ts'
import { sourceRoutes } from './sources/routes.ts'
import { suggestionRoutes } from './suggestions/routes.ts'
import { accountRoutes } from './user/account.ts'
import { signInMethodRoutes } from './user/sign-in-methods.ts'
import { invitationRoutes } from './user/invites.ts'
import { newEmailRoutes } from './user/new-email.ts'
import { ownRoutes } from './user/own.ts'
import { passkeyRoutes } from './user/passkeys.ts'
import { savedQueryRoutes } from './user/queries.ts'
import { recentSearchRoutes } from './user/recent-searches.ts'
import { namedKeyRoutes } from './workspace/keys.ts'
import { workspaceRoutes } from './workspace/routes.ts'
import { tagRoutes } from './tags/routes.ts'
import { personaRoutes } from './v1/personas.ts'
import { sensorActivityRoute } from './v1/sensor-activity.ts'
import { sensorAliases } from './v1/sensors.ts'
import { cvePublicRoutes } from './v1/cve.ts'
import { publicRoutes } from './public-routes.ts'

const prefixes = ['/api/*', '/v1/*', '/v2/*', '/v3/*', '/ping']

/** The resources of the API. Static paths are registered before `{id}` ones. */
export function mountApi(app: App, appDeps: AppDeps): void {
  const { analytics, health, tags, clock } = appDeps.deps
  const asked = { analytics: readsWhileAnswered(health, analytics), tags }
  const names = cached(() => autocomplete(asked), clock)
  for (const prefix of prefixes)
    app.use(prefix, apiAccess, botsRefused(appDeps.captcha), knownParameters(app))
  laterRoutes(app)
  if (!appDeps.localAccounts) refuseLocal(app)
  captchaRoutes(app, appDeps)
  authRoutes(app, appDeps)
  secondFactorRoutes(app, appDeps)
  passkeySignInRoutes(app, appDeps)
  oidcRoutes(app, appDeps)
  accountLinkRoutes(app, appDeps)
  accountRoutes(app, appDeps)
  ownRoutes(app, appDeps)
  signInMethodRoutes(app, appDeps)
  newEmailRoutes(app, appDeps)
  passkeyRoutes(app, appDeps)
  savedQueryRoutes(app, appDeps)
  recentSearchRoutes(app, appDeps)
  invitationRoutes(app, appDeps)
  workspaceRoutes(app, appDeps)
  namedKeyRoutes(app, appDeps)
  captureRoutes(app, appDeps)
  pcapRoutes(app, appDeps)
  sessionPacketRoutes(app, appDeps)
  sensorRoutes(app, appDeps)
  sensorListRoutes(app, appDeps)
  profileRoutes(app, appDeps)
  demoRoutes(app, appDeps)
  // Before those of one address: no address is called "analysis".
  ipAnalysisRoutes(app, appDeps)
  ipRoutes(app, appDeps)
  disputeRoutes(app, appDeps)
  tagRoutes(app, appDeps, names)
  cveAnalysisRoutes(app, appDeps)
  cveRoutes(app, appDeps)
  sourceRoutes(app, appDeps)
  suggestionRoutes(app, appDeps)
  operatorRoutes(app, appDeps)
  operatorAccountRoutes(app, appDeps)
  operatorWorkspaceRoutes(app, appDeps)
  operatorDisputeRoutes(app, appDeps)
  changeRoutes(app, appDeps)
  backupRoutes(app, appDeps)
  gnqlRoutes(app, appDeps, names)
  publicRoutes(app, appDeps)
  cvePublicRoutes(app, appDeps)
  sensorActivityRoute(app, appDeps)
  sensorAliases(app, appDeps)
  personaRoutes(app, appDeps)
  describeApi(app)
  const allowed = allowedMethods(app)
  for (const prefix of prefixes) {
    app.all(prefix, (c) => {
      const { method, path } = c.req
      const allow = allowed(path)
      if (allow.length === 0) throw refuse('not-found', `No such call: ${method} ${path}`)
      if (method === 'OPTIONS') return c.body(null, 204, { allow: allow.join(', ') })
      throw refuse('not-allowed', `${path} takes ${allow.join(', ')}.`, { allow })
    })
  }
}
