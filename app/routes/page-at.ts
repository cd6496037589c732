import { matchRoutes } from 'react-router'
import { type Page, pages } from './table.ts'

const objects = pages.map((page) => ({ path: page.path, id: page.name }))

/** The page an address names; a fixed path wins over one with parameters. */
export function pageAt(pathname: string): Page | null {
  const name = matchRoutes(objects, pathname)?.at(-1)?.route.id
  return pages.find((page) => page.name === name) ?? null
}
