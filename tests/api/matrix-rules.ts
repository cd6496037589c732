import type { Right } from '#services/access.ts'

/**
 * What each call of the API takes, by the specification and docs/plans.md: written down here a second time on purpose, beside the verbs
 * that declare it. A call without a row fails.
 */
export type Rule = readonly Right[] | { leftOut: string }

const everybody: Rule = []
const user: Rule = ['user']
const inWorkspace: Rule = ['user', 'workspace']
const owner: Rule = ['user', 'workspace', 'owner']
const keys: Rule = ['user', 'workspace', 'feature-api']
const global: Rule = ['workspace', 'global-records']
const installation: Rule = ['workspace', 'installation']
const api: Rule = ['feature-api']
const apiSearch: Rule = ['feature-api', 'feature-search-ips']

const of = (rule: Rule, calls: string): Record<string, Rule> =>
  Object.fromEntries((calls.match(/\S+ \S+/g) ?? []).map((call) => [call, rule]))

export const rules: Record<string, Rule> = {
  'GET /ping': ['workspace'],
  ...of(
    everybody,
    `GET /healthz
    GET /readyz
    GET /my-address
    GET /api/auth/providers
    GET /api/auth/csrf
    GET /api/captcha
    GET /api/auth/session
    GET /api/auth/callback/oidc
    POST /api/disputes
    POST /api/auth/signin
    POST /api/auth/signin/local
    POST /api/auth/signin/oidc
    POST /api/auth/signout
    POST /api/auth/passkey
    POST /api/auth/forgot-password
    POST /api/auth/reset-password
    GET /api/searches
    GET /api/user/invites/{id}
    GET /api/ip/{ip}
    GET /api/ip/{ip}/timeline
    GET /api/ip/{ip}/verdicts
    GET /api/cves/{cve}
    GET /api/tags/{id}
    GET /api/tags/{id}/activity
    GET /api/tags/autocomplete
    GET /api/gnql/complete
    GET /api/suggestions
    GET /api/sources`,
  ),
  ...of(
    {
      leftOut:
        'answers 401 or 403 to a secret that is wrong, whoever asks: second-factor.test.ts, accounts.test.ts',
    },
    `POST /api/auth/callback
    POST /api/auth/callback/local
    POST /api/auth/callback/second-factor
    POST /api/auth/callback/passkey
    POST /api/auth/signup
    POST /api/user/proof`,
  ),
  ...of(
    user,
    `GET /api/user
    PUT /api/user
    GET /api/user/plan
    GET /api/user/sign-ins
    DELETE /api/user/sign-ins
    DELETE /api/user/sign-ins/{id}
    POST /api/auth/verify-email
    POST /api/user/verification-email
    POST /api/user/support-email
    POST /api/user/redirect-token
    POST /api/user/new-email
    POST /api/user/new-email/verification-email
    PUT /api/user/new-email
    DELETE /api/user/new-email
    GET /api/user/second-factor
    POST /api/user/second-factor
    PUT /api/user/second-factor
    DELETE /api/user/second-factor
    POST /api/user/recovery-codes
    POST /api/user/passkeys/options
    POST /api/user/passkeys
    DELETE /api/user/passkeys/{id}
    PUT /api/user/invites/{id}
    DELETE /api/user`,
  ),
  ...of(
    inWorkspace,
    `GET /api/workspace/members
    GET /api/workspace/changes
    GET /api/workspace/changes/export
    PUT /api/workspace
    POST /api/workspace/invites
    DELETE /api/workspace/invites/{id}
    POST /api/user/workspaces
    GET /api/user/queries
    POST /api/user/queries
    PUT /api/user/queries
    PUT /api/user/queries/{id}
    DELETE /api/user/queries/{id}
    GET /api/user/searches
    PUT /api/user/searches
    DELETE /api/user/searches
    DELETE /api/user/searches/{id}`,
  ),
  ...of(
    ['workspace', 'feature-search-ips-bulk'],
    `POST /api/ip/analysis
    GET /api/ip/analysis
    GET /api/ip/analysis/{id}
    PATCH /api/ip/analysis/{id}
    POST /api/ip/analysis/{id}/cancel
    DELETE /api/ip/analysis/{id}`,
  ),
  ...of(
    ['workspace', 'feature-api', 'feature-search-ips-bulk'],
    `POST /v2/analyze/upload
    GET /v2/analyze/{id}`,
  ),
  ...of(
    ['workspace', 'feature-search-cves-bulk'],
    `POST /api/cves/analysis
    GET /api/cves/analysis
    GET /api/cves/analysis/{id}
    PATCH /api/cves/analysis/{id}
    POST /api/cves/analysis/{id}/cancel
    DELETE /api/cves/analysis/{id}`,
  ),
  'POST /api/user/trial': ['user', 'feature-trial'],
  'DELETE /api/workspace/members/{id}': owner,
  ...of(
    owner,
    `PUT /api/workspace/owner
    POST /api/workspace/restore
    DELETE /api/workspace`,
  ),
  ...of(
    keys,
    `GET /api/workspace/key
    PUT /api/workspace/key
    GET /api/workspace/keys
    POST /api/workspace/keys
    DELETE /api/workspace/keys/{id}`,
  ),
  ...of(
    { leftOut: 'tokens of sensors open them and nothing else does: agents.test.ts' },
    `POST /api/sensor/enroll
    POST /api/sensor/heartbeat
    GET /api/sensor/config
    PUT /api/sensor/batches/{id}
    GET /api/sensor/batches/{id}
    POST /api/sensor/ports/{port}/connections
    POST /api/sensor/leave`,
  ),
  ...of(
    { leftOut: 'files of many megabytes that everybody may have: access.test.ts' },
    `GET /sensor/agent.mjs
    GET /sensor/node-linux-x64`,
  ),
  ...of(
    { leftOut: 'a one-time token opens them and nothing else does: sensors.test.ts' },
    'GET /sensor/script/{type}',
  ),
  ...of(
    { leftOut: 'tokens of transporters open them and nothing else does: transporters.test.ts' },
    `GET /api/sensor/transporter/next
    POST /api/sensor/transporter/connections/{id}`,
  ),
  ...of(
    ['workspace', 'feature-sensors'],
    `GET /api/workspace/sensors
    GET /api/workspace/sensors/map
    GET /api/workspace/sensors/export
    GET /api/workspace/sensors/installs/{id}
    GET /api/workspace/sensors/{id}
    GET /api/workspace/sensors/pcap
    POST /api/workspace/sensors/pcap
    POST /api/workspace/sensors/pcap/estimate
    GET /api/workspace/sensors/pcap/{id}
    GET /api/workspace/sensors/pcap/{id}/file
    GET /api/workspace/sessions/{id}/export
    GET /api/workspace/sensors/{id}/live
    GET /api/workspace/profiles
    GET /api/workspace/profiles/{id}`,
  ),
  ...of(
    ['workspace', 'feature-sensors', 'manage'],
    `GET /api/workspace/sensors/script
    POST /api/workspace/sensors/installs
    PUT /api/workspace/sensors/{id}
    DELETE /api/workspace/sensors/{id}
    POST /api/workspace/sensors/pcap/{id}/cancel
    DELETE /api/workspace/sensors/pcap/{id}
    POST /api/workspace/profiles
    POST /api/workspace/profiles/check
    PUT /api/workspace/profiles/{id}
    DELETE /api/workspace/profiles/{id}`,
  ),
  ...of(
    ['workspace', 'feature-api', 'feature-sensors'],
    `GET /v1/workspaces/{workspace}/sensors
    GET /v1/workspaces/{workspace}/sensors/activity
    GET /v1/workspaces/{workspace}/sensors/{id}
    GET /v3/sessions/{id}/export
    GET /v1/personas
    GET /v1/personas/{id}`,
  ),
  ...of(
    ['workspace', 'feature-api', 'feature-sensors', 'manage'],
    `GET /v1/workspaces/{workspace}/sensors/bootstrap/script
    GET /v1/workspaces/{workspace}/sensors/unbootstrap/script
    PUT /v1/workspaces/{workspace}/sensors/{id}
    DELETE /v1/workspaces/{workspace}/sensors/{id}`,
  ),
  'GET /api/workspace/profiles/image': ['workspace', 'feature-sensors', 'feature-sensors-hardware', 'manage'],
  'POST /api/ingest/captures': ['workspace', 'ingest'],
  'PATCH /api/captures/{id}': ['workspace', 'ingest'],
  'GET /api/captures': ['workspace'],
  'GET /v1/account': ['workspace', 'feature-api'],
  ...of(
    global,
    `POST /api/demo
    PUT /api/demo/captures/{name}
    DELETE /api/demo
    PUT /api/sources/{name}
    DELETE /api/sources/{name}
    PUT /api/sources/{name}/trust`,
  ),
  ...of(
    installation,
    `GET /api/operator/users
    POST /api/operator/users
    PUT /api/operator/users
    DELETE /api/operator/users/{id}
    DELETE /api/operator/users/{id}/sign-ins
    POST /api/operator/users/{id}/reset
    GET /api/operator/plans
    GET /api/operator/workspaces
    PUT /api/operator/workspaces/{id}
    GET /api/operator/keys
    DELETE /api/operator/keys/{id}
    POST /api/operator/backups
    DELETE /api/operator/backups/{id}
    GET /api/operator/changes
    GET /api/operator/disputes
    POST /api/operator/disputes/{id}/answer
    POST /api/operator/disputes/{id}/decline
    DELETE /api/operator/answers/{id}`,
  ),
  'GET /metrics': ['measurements'],
  'GET /api/ip/query': ['feature-search-ips'],
  'GET /api/ip/{ip}/file': ['feature-search-ips', 'data-export'],
  'GET /api/tags': ['feature-search-tags'],
  'GET /api/tags/trends': ['feature-tag-trends'],
  'GET /api/tags/{id}/export': ['feature-search-ips', 'data-export'],
  ...of(
    api,
    `GET /v3/community/{ip}
    GET /v3/gnql/metadata
    GET /v3/ip/{ip}
    GET /v3/noise/ips/{ip}/timeline
    GET /v3/tags/{id}
    GET /v3/tags/{id}/activity
    GET /v2/noise/quick/{ip}
    GET /v2/noise/context/{ip}
    GET /v2/meta/metadata
    GET /v2/riot/{ip}
    GET /v1/cve/{cve_id}`,
  ),
  ...of(
    apiSearch,
    `GET /v3/gnql
    GET /v3/gnql/stats
    GET /v2/experimental/gnql
    GET /v2/experimental/gnql/stats
    GET /v3/noise/ips/{ip}/hourly-summary
    GET /v3/noise/ips/{ip}/daily-summary`,
  ),
  ...of(
    ['feature-api', 'feature-search-ips-bulk'],
    `POST /v3/ip
    GET /v2/noise/multi/quick
    POST /v2/noise/multi/quick
    POST /v2/noise/multi/context`,
  ),
  'GET /v3/tags': ['feature-api', 'feature-search-tags'],
  'GET /v3/summary/tags': ['feature-api', 'feature-tag-trends'],
  'POST /v3/cves': ['feature-api', 'feature-search-cves-bulk'],
}
