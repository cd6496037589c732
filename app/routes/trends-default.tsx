import { redirect } from 'react-router'
import type { Route } from './+types/trends-default'

/** The default view; `/trends?view=…` of old is answered by the guards. */
export function loader({ url }: Route.LoaderArgs): Response {
  return redirect(`/trends/trending${url.search}`)
}

/** Never drawn. Without it whoever lacks the right would be refused in JSON, as a route that is no page is. */
export default function DefaultView(): null {
  return null
}
