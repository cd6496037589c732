import { redirect } from 'react-router'

/** The default view; `/trends?view=…` of old is answered by the guards. */
export function loader(): Response {
  return redirect('/trends/trending')
}

/** Never drawn. Without it whoever lacks the right would be refused in JSON, as a route that is no page is. */
export default function DefaultView(): null {
  return null
}
