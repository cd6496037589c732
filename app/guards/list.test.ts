import { describe, expect, test } from 'vitest'
import { pageAt } from '../routes/page-at.ts'
import { admit } from './list.ts'

const verdictOf = (path: string, signupComplete?: boolean, can: (name: string) => boolean = () => true) => {
  const url = new URL(path, 'http://127.0.0.1')
  const user = signupComplete === undefined ? null : { signupComplete }
  return admit(pageAt(url.pathname), { url, user, can })
}
const moved = (to: string) => ({ kind: 'redirect', to, status: 301 })

describe('guards', () => {
  test.each([
    ['/tag/mirai', '/tags/mirai'],
    ['/tag/mirai/', '/tags/mirai'],
    ['/riot/8.8.8.8', '/ip/8.8.8.8'],
    ['/query?gnql=tags%3A%22Mi%20rai%22', '/query/tags%3A%22Mi%20rai%22'],
    ['/query?gnql=raw_data.http.path%3A%22%2Fa%2Fb%22', '/query/raw_data.http.path%3A%22%2Fa%2Fb%22'],
    ['/query', '/query/last_seen%3A1d'],
    ['/query/8.0.0.0/8', '/query/8.0.0.0%2F8'],
    ['/query/path:/HNAP1/', '/query/path%3A%2FHNAP1%2F'],
    ['/query/a/%E0%A4%A', '/query/a%2F%25E0%25A4%25A'],
    ['/trends?view=active', '/trends/active'],
    ['/trends?view=', '/trends/trending'],
    ['/trends?category=worm&view=active&q=a%26b', '/trends/active?category=worm&q=a%26b'],
  ])('the old address %s leads to %s', (from, to) => {
    expect(verdictOf(from)).toEqual(moved(to))
  })

  test.each(['/nope', '/tag', '/tag/a/b', '/riot', '/api', '/settings'])('%s is nobody’s address', (path) => {
    expect(verdictOf(path)).toEqual({ kind: 'not-found', path })
  })

  test('an old address never leads to another server', () => {
    for (const path of ['/tag/..%2f..%2f%2fevil.test', '/riot/%2f%2fevil.test', '/query?gnql=//evil.test']) {
      const verdict = verdictOf(path)
      const to = verdict.kind === 'redirect' ? verdict.to : ''
      expect(new URL(to, 'http://127.0.0.1').host).toBe('127.0.0.1')
    }
  })

  test('somebody whose sign-up is not complete finishes it first', () => {
    expect(verdictOf('/', false)).toEqual({ kind: 'redirect', to: '/signup/complete-profile', status: 302 })
    expect(verdictOf('/', true)).toEqual({ kind: 'pass' })
  })

  test('the order decides: a page that is not there is not found before anything else is asked', () => {
    expect(verdictOf('/account/feeds', undefined, () => false).kind).toBe('not-found')
    expect(verdictOf('/query/a', undefined, () => false).kind).toBe('forbidden')
  })
})
