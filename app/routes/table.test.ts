import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { admit } from '../guards/list.ts'
import { pageAt } from './page-at.ts'
import { pages, redirects } from './table.ts'

const here = (path: string) => new URL(path, 'http://127.0.0.1')
const filled = (path: string) => path.replaceAll(/:\w+/g, 'x')
const everything = () => true
const visitor = { user: null, can: everything }
const member = { user: { signupComplete: true }, can: everything }

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
    '$path has no screen yet and is not found, whoever asks',
    (page) => {
      const url = here(filled(page.path))
      for (const who of [visitor, member]) {
        expect(admit(pageAt(url.pathname), { url, ...who })).toEqual({
          kind: 'not-found',
          path: url.pathname,
        })
      }
    },
  )

  test.each(pages.filter((page) => page.auth))(
    '$path, once it has a screen, sends a visitor to sign in',
    (page) => {
      const url = here(`${filled(page.path)}?days=7`)
      expect(admit({ ...page, module: 'some.tsx' }, { url, ...visitor })).toEqual({
        kind: 'redirect',
        status: 302,
        to: `/auth-required?redirect=${encodeURIComponent(`${url.pathname}?days=7`)}`,
      })
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
})
