import type { Right } from '#services/access.ts'
import { type Page, redirects } from '../routes/table.ts'
import { legacyTarget } from './legacy.ts'

/** One visible list in the specified order; the first that does not pass decides. Pure: no router, no response. */
export type Verdict =
  | { kind: 'pass' }
  | { kind: 'not-found'; path: string }
  | { kind: 'forbidden'; missing: string[] }
  | { kind: 'redirect'; to: string; status: 301 | 302 }

export interface Visit {
  url: URL
  /** null for somebody who is not signed in. */
  user: { signupComplete: boolean } | null
  can: (right: Right) => boolean
}

export type Guard = (page: Page | null, visit: Visit) => Verdict

const pass: Verdict = { kind: 'pass' }

/** An address nobody serves; old addresses are let through to their redirect. */
const pageIsValid: Guard = (page, { url }) =>
  page?.module !== undefined || isRedirect(url) || legacyTarget(url) !== null
    ? pass
    : { kind: 'not-found', path: url.pathname }

const isSignedIn: Guard = (page, { url, user }) =>
  page?.auth && !user
    ? {
        kind: 'redirect',
        to: `/auth-required?${new URLSearchParams({ redirect: url.pathname + url.search })}`,
        status: 302,
      }
    : pass

const isEntitled: Guard = (page, { can }) => {
  const missing = (page?.needs ?? []).filter((name) => !can(name))
  return missing.length > 0 ? { kind: 'forbidden', missing } : pass
}

const isNotLegacy: Guard = (_page, { url }) => {
  const to = legacyTarget(url)
  return to === null ? pass : { kind: 'redirect', to, status: 301 }
}

const hasFinishedSignup: Guard = (page, { user }) =>
  user && !user.signupComplete && !page?.path.startsWith('/signup/')
    ? { kind: 'redirect', to: '/signup/complete-profile', status: 302 }
    : pass

/** Rules of single routes; none of the screens that exist has one. */
const routeRules: Guard = () => pass

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

const isRedirect = (url: URL): boolean => redirects.some(({ path }) => path === url.pathname)
