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
  /** Who is signed in has no use for it, and is sent home. */
  onlySignedOut?: true
  /** Rights that must all be held. */
  needs: readonly Right[]
  /** Name under which views are counted. */
  tracking: string
  /** The module under app/ that shows it; without one it is not built yet: who passes its gate gets 501. */
  module?: string
}

type Extra = Partial<Omit<Page, 'path' | 'name'>>

const page = (path: string, name: string, extra: Extra = {}): Page => ({
  path,
  name,
  layout: 'default',
  auth: false,
  needs: [],
  tracking: name,
  ...extra,
})

const signedIn = (path: string, name: string, needs: EntitlementId[] = [], extra: Extra = {}): Page =>
  page(path, name, { auth: true, needs, ...extra })

const sensors: EntitlementId[] = ['feature-sensors']
const sift: EntitlementId[] = ['feature-sensors', 'feature-sift']
const raw: EntitlementId[] = ['feature-analyze-raw-data']
const customTags: EntitlementId[] = ['feature-tag-custom']
const column: Extra = { layout: 'column' }

export const pages: readonly Page[] = [
  page('/', 'index', { module: 'routes/home.tsx' }),
  page('/trends', 'trends', { needs: ['feature-tag-trends'], module: 'routes/trends-default.ts' }),
  page('/trends/:view', 'trends-view', { needs: ['feature-tag-trends'], module: 'routes/trends.tsx' }),
  signedIn('/account', 'account', [], column),
  signedIn('/account/help', 'account-help', [], { ...column, module: 'routes/account/help.tsx' }),
  signedIn('/account/plan', 'account-plan', [], { ...column, module: 'routes/account/plan.tsx' }),
  signedIn('/account/alerts', 'account-alerts', [], column),
  signedIn('/account/details', 'account-details', [], { ...column, module: 'routes/account/details.tsx' }),
  signedIn('/account/api-key', 'account-api-key', ['feature-api'], {
    ...column,
    module: 'routes/account/api-key.tsx',
  }),
  signedIn('/account/members', 'account-members', [], { ...column, module: 'routes/account/members.tsx' }),
  signedIn('/account/feeds', 'account-feeds', ['feature-feeds'], column),
  signedIn('/account/blocklists', 'account-blocklists', ['feature-blocklists-gnql'], column),
  page('/ip/:ip', 'ip-ip', { module: 'routes/ip.tsx' }),
  page('/cves/:cve', 'cves-cve', { module: 'routes/cve.tsx' }),
  page('/tags', 'tags', { needs: ['feature-search-tags'], module: 'routes/tags.tsx' }),
  page('/tags/:slug', 'tags-slug', { module: 'routes/tag.tsx' }),
  page('/cheat-sheet', 'cheat-sheet', { module: 'routes/cheat-sheet.tsx' }),
  page('/sources', 'sources', { module: 'routes/sources.tsx' }),
  page('/sla', 'sla', { needs: ['operator'], module: 'routes/sla.tsx' }),
  page('/query/:gnql', 'query-gnql', { needs: ['feature-search-ips'], module: 'routes/query.tsx' }),
  signedIn('/sensors', 'sensors', sensors),
  signedIn('/sensors/:id', 'sensors-id', sensors),
  signedIn('/sensors/pcaps', 'sensors-pcaps', sensors),
  signedIn('/sensors/profiles', 'sensors-profiles', sensors),
  signedIn('/sensors/profiles/:id', 'sensors-profiles-id', sensors),
  signedIn('/sensors/profiles/create', 'sensors-profiles-create', sensors),
  signedIn('/sensors/sift', 'sensors-sift', sift),
  signedIn('/sensors/sift/:date', 'sensors-sift-date', sift),
  signedIn('/sensors/sift/:date/:record', 'sensors-sift-date-record', sift),
  page('/auth-required', 'auth-required', {
    ...column,
    onlySignedOut: true,
    module: 'routes/auth-required.tsx',
  }),
  page('/reset-password', 'reset-password', { ...column, module: 'routes/reset-password.tsx' }),
  signedIn('/signup/welcome', 'signup-welcome', [], { ...column, module: 'routes/signup/welcome.tsx' }),
  signedIn('/signup/add-username', 'signup-add-username', [], {
    ...column,
    module: 'routes/signup/add-username.tsx',
  }),
  signedIn('/signup/verify-email', 'signup-verify-email', [], {
    ...column,
    module: 'routes/signup/verify-email.tsx',
  }),
  signedIn('/signup/complete-profile', 'signup-complete-profile', [], {
    ...column,
    module: 'routes/signup/complete-profile.tsx',
  }),
  page('/signup/invite/:inviteId/accept', 'signup-invite-accept', {
    ...column,
    module: 'routes/signup/invite.tsx',
  }),
  signedIn('/analyze/explore', 'analyze-explore', raw, { layout: 'wrapper' }),
  signedIn('/analyze/explore/graph', 'analyze-explore-graph', raw, { layout: 'wrapper' }),
  signedIn('/analyze/explore/sessions', 'analyze-explore-sessions', raw, { layout: 'wrapper' }),
  signedIn('/analyze/tags', 'analyze-tags', customTags),
  signedIn('/analyze/tags/create', 'analyze-tags-create', customTags),
  signedIn('/analyze/tags/:id', 'analyze-tags-id', customTags),
  signedIn('/analyze/tags/:id/history', 'analyze-tags-id-history', customTags),
  signedIn('/ip/analysis', 'ip-analysis', ['feature-search-ips-bulk']),
  signedIn('/ip/analysis/:id', 'ip-analysis-id', ['feature-search-ips-bulk']),
  signedIn('/cves/analysis', 'cves-analysis', ['feature-search-cves-bulk']),
  signedIn('/cves/analysis/:id', 'cves-analysis-id', ['feature-search-cves-bulk']),
  signedIn('/experiments', 'experiments', ['feature-experiments']),
  signedIn('/experiments/:slug', 'experiments-slug', ['feature-experiments']),
  signedIn('/ip-similarity/:ip', 'ip-similarity-ip'),
]

/** Paths that are not screens: they redirect or set a cookie, and are always let through to their own module. */
export const redirects: readonly { path: string; name: string; module: string }[] = [
  { path: '/search', name: 'search', module: 'routes/search.ts' },
  { path: '/settings/theme', name: 'settings-theme', module: 'routes/theme.ts' },
]
