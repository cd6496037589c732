import { redirect } from 'react-router'
import { queryHref } from '../query-href.ts'
import { destinationOf } from '../features/search/destination.ts'
import type { Route } from './+types/search'

/** Where the search fields send their text when no script has decided before. */
export function loader({ url }: Route.LoaderArgs): Response {
  const destination = destinationOf(url.searchParams.get('q') ?? '')
  if (destination.to === 'cve') return redirect(`/cves/${destination.cve}`)
  return redirect(
    destination.to === 'ip' ? `/ip/${encodeURIComponent(destination.ip)}` : queryHref(destination.gnql),
  )
}
