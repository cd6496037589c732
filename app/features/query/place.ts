import { type Params, useLocation } from 'react-router'
import { pagePath } from '../../routes/page-at.ts'
import { carriedBy, otherQueryHref, written } from './page-state.ts'

/** Where another query is asked: on the page of queries, or of the addresses of the list that is shown. */
export interface QueryPlace {
  /** Where the form of the query leads. */
  action: string
  /** The page of another query, shown as this one is. */
  hrefOf: (gnql: string, params: URLSearchParams) => string
  /** The query that the page shows; undefined where it shows none. */
  queryOf: (route: Readonly<Params>, params: URLSearchParams) => string | undefined
}

const queryPage: QueryPlace = {
  action: '/query',
  hrefOf: otherQueryHref,
  queryOf: ({ gnql }) => gnql,
}

/** The field of the form; on the page of a list also the parameter that holds the query. */
export const queryField = 'gnql'

function pageOfList(path: string): QueryPlace {
  return {
    action: path,
    hrefOf(gnql, params) {
      const text = gnql.trim()
      const next = new URLSearchParams([...carriedBy(params), ...(text === '' ? [] : [[queryField, text]])])
      return next.size === 0 ? path : `${path}?${written(next)}`
    },
    queryOf: (_, params) => params.get(queryField) ?? '',
  }
}

const listPath = /^\/ip\/analysis\/[^/]+$/

export const placeAt = (path: string): QueryPlace =>
  listPath.test(pagePath(path)) ? pageOfList(path) : queryPage

export const useQueryPlace = (): QueryPlace => placeAt(useLocation().pathname)
