import { redirect } from 'react-router'

/** The default view; `/trends?view=…` of old is answered by the guards. */
export function loader(): Response {
  return redirect('/trends/trending')
}
