import type { EntitlementId } from '#model/entitlements.ts'
import type { Right } from '#services/access.ts'

/** Every route of the product in one place: the router, the guards, navigation and the tests read it. */
export type Layout = 'column' | 'default' | 'wrapper'

export interface Page {
  /** As React Router matches it. */
  path: string
  name: string
  layout: Layout
  /** A visitor must be signed in. */
  auth: boolean
  /** Who is signed in has no use for it, and is led to the route of this name. */
  onlySignedOut?: string
  /** Rights that must all be held. */
  needs: readonly Right[]
  /** Name under which views are counted. */
  tracking: string
  /** The module under app/ that shows it; without one it is not built yet: who passes its gate gets 501. */
  module?: string
}

type Extra = Partial<Omit<Page, 'path' | 'name'>>

/** A page asks to sign in unless it is said to be public (specification §5). */
const page = (path: string, name: string, needs: readonly Right[] = [], extra: Extra = {}): Page => ({
  path,
  name,
  layout: 'default',
  auth: true,
  needs,
  tracking: name,
  ...extra,
})

const publicPage = (path: string, name: string, extra: Extra = {}): Page =>
  page(path, name, [], { auth: false, ...extra })

const sensors: EntitlementId[] = ['feature-sensors']
const sift: EntitlementId[] = ['feature-sensors', 'feature-sift']
const raw: EntitlementId[] = ['feature-analyze-raw-data']
const ipsBulk: EntitlementId[] = ['feature-search-ips-bulk']
const cvesBulk: EntitlementId[] = ['feature-search-cves-bulk']
const customTags: EntitlementId[] = ['feature-tag-custom']
const column: Extra = { layout: 'column' }

export const pages: readonly Page[] = [
  publicPage('/', 'index', { module: 'routes/home.tsx' }),
  publicPage('/trends', 'trends', { needs: ['feature-tag-trends'], module: 'routes/trends-default.tsx' }),
  publicPage('/trends/:view', 'trends-view', { needs: ['feature-tag-trends'], module: 'routes/trends.tsx' }),
  page('/account', 'account', [], column),
  page('/account/help', 'account-help', [], { ...column, module: 'routes/account/help.tsx' }),
  page('/account/plan', 'account-plan', [], { ...column, module: 'routes/account/plan.tsx' }),
  page('/account/alerts', 'account-alerts', [], column),
  page('/account/details', 'account-details', [], { ...column, module: 'routes/account/details.tsx' }),
  page('/account/api-key', 'account-api-key', ['feature-api'], {
    ...column,
    module: 'routes/account/api-key.tsx',
  }),
  page('/account/members', 'account-members', [], { ...column, module: 'routes/account/members.tsx' }),
  page('/account/disputes', 'account-disputes', ['installation'], {
    ...column,
    module: 'routes/account/disputes.tsx',
  }),
  page('/account/feeds', 'account-feeds', ['feature-feeds'], column),
  page('/account/blocklists', 'account-blocklists', ['feature-blocklists-gnql'], column),
  publicPage('/ip/:ip', 'ip-ip', { module: 'routes/ip.tsx' }),
  publicPage('/ip/:ip/dispute', 'ip-ip-dispute', { ...column, module: 'routes/ip-dispute.tsx' }),
  publicPage('/cves', 'cves', { needs: ['feature-search-cves'], module: 'routes/cves.tsx' }),
  publicPage('/cves/:cve', 'cves-cve', { module: 'routes/cve.tsx' }),
  publicPage('/tags', 'tags', { needs: ['feature-search-tags'], module: 'routes/tags.tsx' }),
  publicPage('/tags/:slug', 'tags-slug', { module: 'routes/tag.tsx' }),
  publicPage('/cheat-sheet', 'cheat-sheet', { module: 'routes/cheat-sheet.tsx' }),
  publicPage('/vpat', 'vpat', { module: 'routes/vpat.tsx' }),
  publicPage('/ui', 'ui', { module: 'routes/ui.tsx' }),
  publicPage('/settings', 'settings', { ...column, module: 'routes/settings.tsx' }),
  publicPage('/sources', 'sources', { module: 'routes/sources.tsx' }),
  publicPage('/sla', 'sla', { needs: ['operator'], module: 'routes/sla.tsx' }),
  publicPage('/query/:gnql', 'query-gnql', { needs: ['feature-search-ips'], module: 'routes/query.tsx' }),
  page('/sensors', 'sensors', sensors, { module: 'routes/sensors.tsx' }),
  page('/sensors/:id', 'sensors-id', sensors, { module: 'routes/sensor.tsx' }),
  page('/sensors/pcaps', 'sensors-pcaps', sensors, { module: 'routes/sensor-pcaps.tsx' }),
  page('/sensors/profiles', 'sensors-profiles', sensors, { module: 'routes/sensor-profiles.tsx' }),
  page('/sensors/profiles/:id', 'sensors-profiles-id', sensors, { module: 'routes/sensor-profile.tsx' }),
  page('/sensors/profiles/create', 'sensors-profiles-create', sensors, {
    module: 'routes/sensor-profile-create.tsx',
  }),
  page('/sensors/profiles/request', 'sensors-profiles-request', sensors, {
    ...column,
    module: 'routes/sensor-profile-request.tsx',
  }),
  page('/sensors/sift', 'sensors-sift', sift),
  page('/sensors/sift/:date', 'sensors-sift-date', sift),
  page('/sensors/sift/:date/:record', 'sensors-sift-date-record', sift),
  publicPage('/auth-required', 'auth-required', {
    ...column,
    onlySignedOut: 'index',
    module: 'routes/auth-required.tsx',
  }),
  publicPage('/reset-password', 'reset-password', { ...column, module: 'routes/reset-password.tsx' }),
  page('/signup/welcome', 'signup-welcome', [], { ...column, module: 'routes/signup/welcome.tsx' }),
  page('/signup/add-username', 'signup-add-username', [], {
    ...column,
    module: 'routes/signup/add-username.tsx',
  }),
  page('/signup/verify-email', 'signup-verify-email', [], {
    ...column,
    module: 'routes/signup/verify-email.tsx',
  }),
  page('/signup/complete-profile', 'signup-complete-profile', [], {
    ...column,
    module: 'routes/signup/complete-profile.tsx',
  }),
  publicPage('/signup/invite/:inviteId/accept', 'signup-invite-accept', {
    ...column,
    module: 'routes/signup/invite.tsx',
  }),
  page('/analyze/explore', 'analyze-explore', raw, { layout: 'wrapper' }),
  page('/analyze/explore/graph', 'analyze-explore-graph', raw, { layout: 'wrapper' }),
  page('/analyze/explore/sessions', 'analyze-explore-sessions', raw, { layout: 'wrapper' }),
  page('/analyze/tags', 'analyze-tags', customTags),
  page('/analyze/tags/create', 'analyze-tags-create', customTags),
  page('/analyze/tags/:id', 'analyze-tags-id', customTags),
  page('/analyze/tags/:id/history', 'analyze-tags-id-history', customTags),
  page('/ip/analysis', 'ip-analysis', ipsBulk, { module: 'routes/ip-analyses.tsx' }),
  page('/ip/analysis/:id', 'ip-analysis-id', ipsBulk, { module: 'routes/ip-analysis.tsx' }),
  page('/cves/analysis', 'cves-analysis', cvesBulk, { module: 'routes/cve-analyses.tsx' }),
  page('/cves/analysis/:id', 'cves-analysis-id', cvesBulk, { module: 'routes/cve-analysis.tsx' }),
  page('/experiments', 'experiments', ['feature-experiments'], { module: 'routes/experiments.tsx' }),
  page('/experiments/:slug', 'experiments-slug', ['feature-experiments']),
  page('/ip-similarity/:ip', 'ip-similarity-ip'),
]

/** Paths that are not screens: they redirect or set a cookie, and are always let through to their own module. */
export const redirects: readonly { path: string; name: string; module: string }[] = [
  { path: '/search', name: 'search', module: 'routes/search.ts' },
  { path: '/settings/consent', name: 'settings-consent', module: 'routes/settings-consent.ts' },
  { path: '/settings/set', name: 'settings-set', module: 'routes/settings-set.ts' },
]
