import type { Right } from '#services/access.ts'
import type { SignupStep } from '#model/account/user.ts'
import { pagePath } from '../routes/page-at.ts'
import { type Page, pages, redirects } from '../routes/table.ts'
import { legacyTarget } from './legacy.ts'
import { signInPath } from './sign-in.ts'

/** One visible list in the specified order; the first that does not pass decides. Pure: no router, no response. */
export type Verdict =
  | { kind: 'pass' }
  | { kind: 'not-found'; path: string }
  | { kind: 'forbidden'; missing: string[] }
  /** Known, and not built in this version. */
  | { kind: 'not-built' }
  | { kind: 'redirect'; to: string; status: 301 | 302; keepsPath?: true }

export interface Visit {
  url: URL
  /** null for somebody who is not signed in. */
  user: { step: SignupStep | null } | null
  can: (right: Right) => boolean
  /** How the operator has people led to sign in; all is as usual where nothing is said. */
  signIn?: SignInRules
}

export interface SignInRules {
  /** People sign in by a provider alone. */
  isExternal: boolean
  /** The path of the page that asks to sign in. */
  loginPage: string
  /** Who is not signed in is told, too, that an address is nobody's; else asked to sign in first. */
  isNotFoundOpen: boolean
}

export type Guard = (page: Page | null, visit: Visit) => Verdict

const pass: Verdict = { kind: 'pass' }

/** An address nobody serves; old addresses are let through to their redirect. */
const pageIsValid: Guard = (page, visit) => {
  const { url, user, signIn } = visit
  if (page !== null || isRedirect(url) || legacyTarget(url) !== null) return pass
  return user || signIn?.isNotFoundOpen !== false
    ? { kind: 'not-found', path: url.pathname }
    : askedToSignIn(visit)
}

const isSignedIn: Guard = (page, visit) => {
  const { user } = visit
  if (page?.onlySignedOut && user)
    return { kind: 'redirect', to: namedPath(page.onlySignedOut) ?? '/', status: 302 }
  if (!page?.auth || user) return pass
  return askedToSignIn(visit)
}

function askedToSignIn({ url, signIn }: Visit): Verdict {
  const named = namedPath(url.searchParams.get('unauthed-redirect'))
  // A page of the operator's choice that asks to sign in itself leads to ours, and never to itself.
  const isThere = signIn !== undefined && pagePath(url.pathname) === pagePath(signIn.loginPage)
  const rules = { ...signIn, ...(isThere && { loginPage: undefined }) }
  const to = named ?? signInPath(url.pathname + url.search, rules)
  return { kind: 'redirect', to, status: 302, keepsPath: true }
}

/** The path of a route without parameters, by its name; null of any other word. */
function namedPath(name: string | null): string | null {
  const path = name === null ? undefined : pages.find((page) => page.name === name)?.path
  return path === undefined || path.includes(':') ? null : path
}

const isEntitled: Guard = (page, { can }) => {
  const missing = (page?.needs ?? []).filter((name) => !can(name))
  return missing.length > 0 ? { kind: 'forbidden', missing } : pass
}

const isNotLegacy: Guard = (_page, { url }) => {
  const to = legacyTarget(url)
  return to === null ? pass : { kind: 'redirect', to, status: 301 }
}

/** The name comes first, then the address; pages of signing up send nobody to another (specification §4). */
const hasFinishedSignup: Guard = (page, { user, url }) =>
  user?.step && !page?.path.startsWith('/signup/') && !isRedirect(url)
    ? { kind: 'redirect', to: `/signup/${user.step}`, status: 302 }
    : pass

/** Rules of single routes: a screen that is not built says so to whoever passed its gate. */
const routeRules: Guard = (page) =>
  page !== null && page.module === undefined ? { kind: 'not-built' } : pass

export const guards: readonly Guard[] = [
  pageIsValid,
  isSignedIn,
  isEntitled,
  isNotLegacy,
  hasFinishedSignup,
  routeRules,
]

export function admit(page: Page | null, visit: Visit): Verdict {
  for (const guard of guards) {
    const verdict = guard(page, visit)
    if (verdict.kind !== 'pass') return verdict
  }
  return pass
}

const isRedirect = (url: URL): boolean => redirects.some(({ path }) => path === pagePath(url.pathname))
