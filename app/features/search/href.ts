import type { Suggestion } from '#model/suggestion.ts'
import { queryHref } from '../../query-href.ts'
import { kindWords } from '../analysis/kind.ts'
import type { Destination } from './destination.ts'

/** Longer lists do not fit in the address of a page. */
const maxText = 2000

/** The page that analyzes a list, with the list in its field. */
const analysisHref = ({ kind, text, gnql }: Extract<Destination, { to: 'analysis' }>): string =>
  text.length > maxText ? queryHref(gnql) : `${kindWords[kind].path}?${new URLSearchParams({ text })}`

/** The page of a destination; null where there is none. */
export function destinationHref(destination: Destination): string | null {
  switch (destination.to) {
    case 'ip':
      return `/ip/${encodeURIComponent(destination.ip)}`
    case 'cve':
      return `/cves/${destination.cve}`
    case 'analysis':
      return analysisHref(destination)
    case 'query':
      return queryHref(destination.gnql)
    case 'cves':
    case 'tags': {
      const { to, search } = destination
      return search === '' ? `/${to}` : `/${to}?${new URLSearchParams({ search })}`
    }
    case 'refused':
      return null
  }
}

/** The page that a suggestion leads to. */
export function suggestionHref({ page, value }: Pick<Suggestion, 'page' | 'value'>): string {
  switch (page) {
    case 'ip':
      return `/ip/${encodeURIComponent(value)}`
    case 'cve':
      return `/cves/${encodeURIComponent(value)}`
    case 'tag':
      return `/tags/${encodeURIComponent(value)}`
    case 'query':
      return queryHref(value)
  }
}
