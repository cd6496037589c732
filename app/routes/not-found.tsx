import { data } from 'react-router'
import type { Route } from './+types/not-found'

/** Never reached while the guards run: whatever they let through that no module shows is not found. */
export function loader({ url }: Route.LoaderArgs): never {
  throw data({ message: `Page not found: ${url.pathname}`, code: 'not-found' }, { status: 404 })
}

export default function Elsewhere(): null {
  return null
}
