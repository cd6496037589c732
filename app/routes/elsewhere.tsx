import { data } from 'react-router'
import type { Route } from './+types/elsewhere'

/** Never reached while the guards run: whatever they let through that no module shows is not found. */
export function loader({ request }: Route.LoaderArgs): never {
  throw data(
    { message: `Page not found: ${new URL(request.url).pathname}`, code: 'not-found' },
    { status: 404 },
  )
}

export default function Elsewhere(): null {
  return null
}
