import { describe, expect, test } from 'vitest'
import { type SignupStep, signupSteps } from '#model/account/user.ts'
import { pageAt } from '../routes/page-at.ts'
import { redirects } from '../routes/table.ts'
import { admit } from './list.ts'

const verdictOf = (path: string, step?: SignupStep | null, can: (name: string) => boolean = () => true) => {
  const url = new URL(path, 'http://127.0.0.1')
  const user = step === undefined ? null : { step }
  return admit(pageAt(url.pathname), { url, user, can })
}
const moved = (to: string) => ({ kind: 'redirect', to, status: 301 })

describe('guards', () => {
  test.each([
    ['/cve/CVE-2021-44228', '/cves/CVE-2021-44228'],
    ['/cve/CVE-2021-44228?days=7', '/cves/CVE-2021-44228?days=7'],
    ['/tag/mirai', '/tags/mirai'],
    ['/tag/mirai/', '/tags/mirai'],
    ['/tag/mirai?days=7', '/tags/mirai?days=7'],
    ['/riot/8.8.8.8', '/ip/8.8.8.8'],
    ['/riot/8.8.8.8?tab=raw', '/ip/8.8.8.8?tab=raw'],
    ['/query?gnql=tags%3A%22Mi%20rai%22', '/query/tags%3A%22Mi%20rai%22'],
    ['/query?gnql=raw_data.http.path%3A%22%2Fa%2Fb%22', '/query/raw_data.http.path%3A%22%2Fa%2Fb%22'],
    ['/query?view=map&gnql=tor%3Atrue&sort=ip', '/query/tor%3Atrue?view=map&sort=ip'],
    ['/query', '/query/last_seen%3A1d'],
    ['/query?view=map', '/query/last_seen%3A1d?view=map'],
    ['/query/8.0.0.0/8', '/query/8.0.0.0%2F8'],
    ['/query/8.0.0.0/8?view=map', '/query/8.0.0.0%2F8?view=map'],
    ['/query/path:/HNAP1/', '/query/path%3A%2FHNAP1%2F'],
    ['/query/a/%E0%A4%A', '/query/a%2F%25E0%25A4%25A'],
    ['/login', '/auth-required?hint=login'],
    ['/signup?redirect=%2Ftags', '/auth-required?redirect=%2Ftags&hint=signup'],
    ['/add-username', '/signup/add-username'],
    ['/analysis?days=1', '/ip/analysis?days=1'],
    ['/verify-email?token=a', '/signup/verify-email?token=a'],
    ['/trends?view=active', '/trends/active'],
    ['/trends?view=', '/trends/trending'],
    ['/trends?category=worm&view=active&q=a%26b', '/trends/active?category=worm&q=a%26b'],
  ])('the old address %s leads to %s', (from, to) => {
    expect(verdictOf(from)).toEqual(moved(to))
  })

  test.each(['/nope', '/tag', '/tag/a/b', '/riot', '/api', '/preferences'])(
    '%s is nobody’s address',
    (path) => {
      expect(verdictOf(path)).toEqual({ kind: 'not-found', path })
    },
  )

  test('the operator chooses the page that asks to sign in, and whether what is nobody’s address is told before', () => {
    const usual = { isExternal: false, loginPage: '/login', isNotFoundOpen: false }
    const verdict = (path: string, user: { step: null } | null, signIn = usual) => {
      const url = new URL(path, 'http://127.0.0.1')
      return admit(pageAt(url.pathname), { url, user, can: () => true, signIn })
    }
    const asked = (to: string) => ({ kind: 'redirect', to, status: 302, keepsPath: true })
    expect(verdict('/account/plan?a=b', null)).toEqual(asked('/login?redirect=%2Faccount%2Fplan%3Fa%3Db'))
    // The provider's page is ours, whatever people with a password see.
    expect(verdict('/account/plan', null, { ...usual, isExternal: true })).toEqual(
      asked('/auth-required?error=SessionRequired&callbackUrl=%2Faccount%2Fplan'),
    )
    expect(verdict('/nope', null)).toEqual(asked('/login?redirect=%2Fnope'))
    for (const loginPage of ['/nope', '/account/plan'])
      for (const path of [loginPage, `${loginPage}/`])
        expect(verdict(path, null, { ...usual, loginPage })).toEqual(
          asked(`/auth-required?redirect=${encodeURIComponent(path)}`),
        )
    expect(verdict('/nope', { step: null })).toEqual({ kind: 'not-found', path: '/nope' })
    expect(verdict('/nope', null, { ...usual, isNotFoundOpen: true })).toEqual({
      kind: 'not-found',
      path: '/nope',
    })
  })

  test('links that set a cookie and the search are let through, with or without a slash at their end', () => {
    for (const { path } of redirects)
      for (const spelling of [path, `${path}/`])
        // Whoever finishes signing up sees the links of theme, zone and consent as well.
        for (const step of [undefined, null, ...signupSteps])
          expect(verdictOf(spelling, step)).toEqual({ kind: 'pass' })
  })

  test('an old address never leads to another server', () => {
    for (const path of ['/tag/..%2f..%2f%2fevil.test', '/riot/%2f%2fevil.test', '/query?gnql=//evil.test']) {
      const verdict = verdictOf(path)
      const to = verdict.kind === 'redirect' ? verdict.to : ''
      expect(new URL(to, 'http://127.0.0.1').host).toBe('127.0.0.1')
    }
  })

  test('somebody whose sign-up is not complete finishes it first, and is never sent in a circle', () => {
    for (const step of signupSteps) {
      const sent = { kind: 'redirect', to: `/signup/${step}`, status: 302 }
      for (const path of ['/', '/tags', '/account/details', '/reset-password'])
        expect(verdictOf(path, step)).toEqual(sent)
      for (const name of ['welcome', 'verify-email', 'add-username', 'complete-profile', 'invite/x/accept'])
        expect(verdictOf(`/signup/${name}`, step)).toEqual({ kind: 'pass' })
    }
    expect(verdictOf('/', null)).toEqual({ kind: 'pass' })
  })

  test('the order decides: who is not signed in is asked to before entitlements, and those before what is not built', () => {
    expect(verdictOf('/account/feeds', undefined, () => false)).toMatchObject({
      kind: 'redirect',
      status: 302,
    })
    expect(verdictOf('/account/feeds', null, () => false).kind).toBe('forbidden')
    expect(verdictOf('/account/feeds', null).kind).toBe('not-built')
    expect(verdictOf('/query/a', undefined, () => false).kind).toBe('forbidden')
  })
})
