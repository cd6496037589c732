import { matchRoutes } from 'react-router'
import { describe, expect, test } from 'vitest'
import { pageAt } from './page-at.ts'
import { pages } from './table.ts'

const objects = pages.map(({ path, name }) => ({ path, id: name }))
const byRouter = (pathname: string) => matchRoutes(objects, pathname)?.at(-1)?.route.id

/** What a part of a path may look like. */
const parts = [
  'x',
  '1.2.3.4',
  '2001:db8::1',
  'a%2Fb',
  '%C3%A4',
  '%',
  '%E0%A4%A',
  'create',
  'analysis',
  'a b',
  ':ip',
  '',
  '*',
]

/** How the whole of it may be written otherwise. */
const variants: ((path: string) => string)[] = [
  (path) => path,
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `/${path}`,
  (path) => `${path}/more`,
  (path) => path.toUpperCase(),
  (path) => path.replace(/\w/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.slice(0, -1) || '/',
  (path) => `${path}\n`,
]

describe('the page of an address', () => {
  test.each(pages)('is the one that the router finds, for every way to write $path', ({ path }) => {
    for (const part of parts)
      for (const write of variants) {
        const pathname = write(path.replaceAll(/:\w+/g, part))
        if (!isWellFormed(pathname)) continue
        expect([pathname, pageAt(pathname)?.name]).toEqual([pathname, byRouter(pathname)])
      }
  })

  test('reads percent signs that encode nothing as they stand', () => {
    expect(pageAt('/ip/%')?.name).toBe('ip-ip')
  })
})

/** The router complains of others, which never reach it (server/pages/serve.ts). */
function isWellFormed(pathname: string): boolean {
  try {
    decodeURIComponent(pathname)
    return true
  } catch {
    return false
  }
}
