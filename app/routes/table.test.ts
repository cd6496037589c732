import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { admit } from '../guards/list.ts'
import { pageAt } from './page-at.ts'
import { pages, redirects } from './table.ts'

const here = (path: string) => new URL(path, 'http://127.0.0.1')
const filled = (path: string) => path.replaceAll(/:\w+/g, 'x')
const everything = () => true
const visitor = { user: null, can: everything }
const member = { user: { step: null }, can: everything }

describe('the route table', () => {
  test('names and paths are unique', () => {
    expect(new Set(pages.map((page) => page.name)).size).toBe(pages.length)
    expect(new Set(pages.map((page) => page.path)).size).toBe(pages.length)
  })

  test.each(pages)('$path is found by its own address', (page) => {
    expect(pageAt(filled(page.path))?.name).toBe(page.name)
  })

  test.each([...pages.filter((page) => page.module), ...redirects])(
    '$path is shown by a module that exists',
    ({ module }) => {
      expect(existsSync(new URL(`../${module}`, import.meta.url))).toBe(true)
    },
  )

  test.each(pages.filter((page) => !page.module))(
    '$path has no screen yet: whoever passes its gate is told so',
    (page) => {
      const url = here(filled(page.path))
      expect(admit(pageAt(url.pathname), { url, ...member })).toEqual(
        page.path === '/account'
          ? { kind: 'redirect', to: '/account/details', status: 301 }
          : { kind: 'not-built' },
      )
      expect(admit(pageAt(url.pathname), { url, ...visitor }).kind).toBe(page.auth ? 'redirect' : 'not-built')
    },
  )

  test.each(pages.filter((page) => page.auth))(
    '$path sends a visitor to sign in, or to the route that is named, and keeps the path',
    (page) => {
      const url = here(`${filled(page.path)}?days=7`)
      expect(admit({ ...page, module: 'some.tsx' }, { url, ...visitor })).toEqual({
        kind: 'redirect',
        status: 302,
        to: `/auth-required?redirect=${encodeURIComponent(`${url.pathname}?days=7`)}`,
        keepsPath: true,
      })
      for (const [name, to] of [
        ['tags', '/tags'],
        ['tags-slug', '/auth-required'],
        ['//evil.example', '/auth-required'],
      ] as const) {
        const asked = here(`${filled(page.path)}?unauthed-redirect=${encodeURIComponent(name)}`)
        const verdict = admit(page, { url: asked, ...visitor })
        expect(verdict.kind === 'redirect' && verdict.to.split('?')[0]).toBe(to)
      }
    },
  )

  test.each(pages.filter((page) => page.needs.length > 0))('$path needs each of its entitlements', (page) => {
    for (const lacking of page.needs) {
      const visit = { url: here(filled(page.path)), ...member, can: (name: string) => name !== lacking }
      expect(admit({ ...page, module: 'some.tsx' }, visit)).toEqual({ kind: 'forbidden', missing: [lacking] })
    }
  })

  test.each(pages.filter((page) => page.module && !page.auth))('$path is open to a visitor', (page) => {
    const url = here(filled(page.path))
    expect(admit(pageAt(url.pathname), { url, ...visitor })).toEqual({ kind: 'pass' })
  })

  test('exactly the public pages of the specification, and those of ours that everybody may read, ask nobody to sign in', () => {
    const names = pages.filter((page) => !page.auth).map((page) => page.name)
    const specified = 'index trends trends-view ip-ip cves-cve tags tags-slug query-gnql auth-required'
    const ours =
      'ip-ip-dispute signup-invite-accept reset-password cheat-sheet sources sla settings vpat ui cves'
    expect(new Set(names)).toEqual(new Set(`${specified} ${ours}`.split(' ')))
  })

  test.each(pages.filter((page) => page.onlySignedOut))('$path sends home who is signed in', (page) => {
    const url = here(page.path)
    expect(admit(page, { url, ...member })).toEqual({ kind: 'redirect', to: '/', status: 302 })
  })

  test('a page for whoever is not signed in leads others to the route it names, and home where that is none', () => {
    const [page] = pages.filter((each) => each.onlySignedOut)
    const led = (onlySignedOut: string) =>
      admit({ ...page!, onlySignedOut }, { url: here(page!.path), ...member })
    expect([led('tags'), led('ip-ip'), led('no such')]).toMatchObject([
      { to: '/tags' },
      { to: '/' },
      { to: '/' },
    ])
  })
})
