import { redirect } from 'react-router'
import { services } from '../context.ts'
import { destinationOf } from '../features/search/destination.ts'
import { destinationHref } from '../features/search/href.ts'
import { maySearch } from '../may-search.ts'
import { queryHref } from '../query-href.ts'
import type { Route } from './+types/search'

/** Where the search fields send their text when no script has decided before. The page itself says who may not see it. */
export function loader({ context, url }: Route.LoaderArgs): Response {
  const text = url.searchParams.get('q') ?? ''
  const destination = destinationOf({ text, can: maySearch(context.get(services)) })
  return redirect(destinationHref(destination) ?? queryHref(text))
}
