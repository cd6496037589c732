import type { Context } from 'hono'
import { describe, expect, test } from 'vitest'
import type { KeyScope } from '#model/account/key-scope.ts'
import { ownPlan } from '#model/entitlements.ts'
import type { ServerStatus } from '#model/server-status.ts'
import type { Scope } from '#services/scope.ts'
import type { Env } from '../http/env.ts'
import { keyOf } from './key.ts'

const status = { now: '2026-11-23T09:18:00.256Z' } as ServerStatus
const versions = { generation: () => 1, changes: () => 0, ofAddress: () => null }

function keyFor(cookie: string, scope: Partial<Scope> = { kind: 'visitor' }, path = '/'): string | null {
  const req = { path, method: 'GET', url: 'http://a/', header: () => cookie }
  return keyOf(
    { req, var: { scope: { plan: ownPlan, ...scope } } } as unknown as Context<Env>,
    { status, searches: null },
    versions,
  )
}

describe('what a page depends on', () => {
  test('is of the cookies only those that pages read', () => {
    const settings = 'sessionSettings=%7B%22theme%22%3A%22dark%22%7D'
    expect(keyFor(`_ga=1; ${settings}; redirectUrl=%2Ftags`)).toBe(keyFor(settings))
    for (const one of [settings, 'cookieconsent_status=deny', 'export-a=1!2!c'])
      expect(keyFor(one)).not.toBe(keyFor(''))
    expect(keyFor('xsessionSettings=1')).toBe(keyFor(''))
  })

  test('is for analyses more than is known here: they are made for each', () => {
    const isKept = (path: string) => keyFor('', undefined, path) !== null
    expect(['/ip/192.0.2.7', '/cves/CVE-2021-44228.data', '/ip/analysisX'].map(isKept)).not.toContain(false)
    const made = [
      '/ip/analysis',
      '/ip/analysis.data',
      '/ip/analysis/1',
      '/ip/analysis/1.data',
      '/cves/analysis',
    ]
    expect(made.map(isKept)).not.toContain(true)
  })

  test('is what a key may do: the frame offers no more', () => {
    const key = (scopes: KeyScope[]) => keyFor('', { kind: 'workspace', workspace: 'w', scopes })
    expect(key(['read'])).toBe(key(['read']))
    expect(key(['read'])).not.toBe(key(['admin']))
  })

  test('is for a query that names a list more than is known here, for whoever has lists', () => {
    const key = { kind: 'workspace', workspace: 'w' } as const
    const paths = ['/query/list%3Amine', '/query/l%69st:mine', '/query/list%3Amine.data', '/query/%zz']
    expect(paths.map((path) => keyFor('', key, path))).toEqual(paths.map(() => null))
    expect(keyFor('', key, '/query/tags%3Amirai')).not.toBeNull()
    expect(keyFor('', undefined, '/query/list%3Amine')).not.toBeNull()
  })

  test('is everything of somebody who is signed in', () => {
    const user = { kind: 'user', user: { id: 'u' } } as Partial<Scope>
    expect(keyFor('a=1', user)).not.toBe(keyFor('a=2', user))
  })
})
