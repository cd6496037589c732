import { Link } from 'react-router'
import { useFrame } from '../../page-frame.tsx'
import { queryHref, todaysQuery } from '../../query-href.ts'
import { buttonLook } from '../../ui/button.tsx'
import { pageTexts } from '../../page-texts.ts'
import type { Route } from './+types/welcome'

export const meta: Route.MetaFunction = () => pageTexts('Welcome · Noisefloor', 'What can be done first.')

const steps = { 'complete-profile': 'Tell your name', 'verify-email': 'Confirm your address' } as const

export default function Welcome() {
  const { user } = useFrame()
  const step = user?.step ?? null
  return (
    <div className="mx-auto grid max-w-[400px] justify-items-start gap-4 py-6">
      <h1 className="text-head font-semibold">Welcome{user?.name ? `, ${user.name}` : ''}</h1>
      <p>You work in {user?.workspace}.</p>
      {step === null ? (
        <>
          <Link to={queryHref(todaysQuery)} className={`${buttonLook()} hover:no-underline`}>
            Who scans today
          </Link>
          {user?.hasApi && (
            <Link
              to="/account/api-key"
              className={`${buttonLook({ variant: 'secondary' })} hover:no-underline`}
            >
              Make an API key
            </Link>
          )}
        </>
      ) : (
        <Link to={`/signup/${step}`} className={`${buttonLook()} hover:no-underline`}>
          {steps[step]}
        </Link>
      )}
    </div>
  )
}
