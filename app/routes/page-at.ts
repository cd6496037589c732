import { type Page, pages } from './table.ts'

/**
 * The paths as React Router reads them, compiled once: matchRoutes ranks and compiles the whole table at each call, which was a tenth
 * of what a page costs. Of paths that match the same address the one with the fewest parameters wins.
 */
const patterns = pages
  .map((page) => ({ page, pattern: patternOf(page.path), parameters: page.path.split('/:').length - 1 }))
  .sort((a, b) => a.parameters - b.parameters)

/** Slashes at the end and the case of letters make no difference. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\/$/, '').replaceAll(/\/:\w+/g, '/[^/]+') || '/'}/*$`, 'i')
}

/** The path as the table writes it: an operator may want a slash at the end of every page's address (TRAILING_SLASH). */
export const pagePath = (pathname: string): string => pathname.replace(/(?<!\/)\/+$/, '') || '/'

/** The page an address names; a fixed path wins over one with parameters. */
export function pageAt(pathname: string): Page | null {
  const path = decoded(pathname)
  return patterns.find(({ pattern }) => pattern.test(path))?.page ?? null
}

/** An encoded slash belongs to a parameter. */
function decoded(pathname: string): string {
  if (!pathname.includes('%')) return pathname
  try {
    return pathname
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('/', '%2F'))
      .join('/')
  } catch {
    return pathname
  }
}
