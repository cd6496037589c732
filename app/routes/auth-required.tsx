import { Link } from 'react-router'
import { buttonLook } from '../ui/button.tsx'
import { SignalFigure } from '../ui/signal-figure.tsx'
import type { Route } from './+types/auth-required'

export const meta: Route.MetaFunction = () => [{ title: 'Sign-in required · Noisefloor' }]

export default function AuthRequired() {
  return (
    <div className="grid justify-items-start gap-4 py-6">
      <SignalFigure />
      <h1 className="text-head font-semibold">Sign-in is needed here</h1>
      <p>
        Sign-in is not set up on this server yet. Everything else is open: addresses, queries and the API of
        this server.
      </p>
      <Link to="/" className={`${buttonLook()} hover:no-underline`}>
        Home
      </Link>
    </div>
  )
}
