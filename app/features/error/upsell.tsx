import { useEffect } from 'react'
import { Link } from 'react-router'
import { withCommas } from '#model/numbers.ts'
import type { SearchUse } from '#model/account/search-week.ts'
import { resetText, searchesBadge } from '#model/account/search-week.ts'
import { signInPath } from '../../guards/sign-in.ts'
import { useFrame } from '../../page-frame.tsx'
import { buttonLook } from '../../ui/button.tsx'
import { ApiForm } from '../account/form.tsx'
import { send } from '../account/send.ts'
import { useUserStore } from '../account/user-store.ts'

const exampleEmail = 'name@company.com'

const link = (variant: 'primary' | 'secondary') => `${buttonLook({ variant })} hover:no-underline`

/** Log in and sign up, with the way back here. */
function Doors() {
  const { redirectUrl } = useUserStore()
  const to = (hint: 'login' | 'signup') => signInPath(redirectUrl, { hint })
  return (
    <div className="flex flex-wrap gap-2">
      <Link to={to('login')} className={link('primary')}>
        Log in
      </Link>
      <Link to={to('signup')} className={link('secondary')}>
        Sign up
      </Link>
    </div>
  )
}

/** What somebody without access is told, by who they are (specification §6). */
export function NoAccess() {
  const { user, hasSupport } = useFrame()
  if (!user)
    return (
      <>
        <p>
          {`To gain access to additional features and increase your search limits, Log in or create a free account with your work email (e.g., ${exampleEmail}).`}
        </p>
        <Doors />
      </>
    )
  if (user.isConsumer)
    return (
      <>
        <p>
          {`Only IP address searches are allowed with this account: create a new account with your work email (e.g., ${exampleEmail}).`}
        </p>
        <SignUpWithWorkEmail csrfToken={user.csrfToken} />
      </>
    )
  return (
    <>
      <p>Upgrade your account to access this feature. Contact our sales team for more information.</p>
      {hasSupport && (
        <Link to="/account/help" className={link('primary')}>
          Contact us
        </Link>
      )}
    </>
  )
}

/** Another account: this one is signed out first. */
const SignUpWithWorkEmail = ({ csrfToken }: { csrfToken: string }) => (
  <form method="post" action="/api/auth/signout">
    <input type="hidden" name="csrf_token" value={csrfToken} />
    <input type="hidden" name="callback_url" value="/auth-required?hint=signup" />
    <button type="submit" className={link('primary')}>
      Sign up with Work email
    </button>
  </form>
)

/** Milliseconds between two looks whether searches are left again. */
const lookMs = 10_000

/** The searches of the week, or of a legacy plan's day, are used up. The page comes back by itself when there are some again, or the limit has gone. */
export function NoSearchesLeft({ searches }: { searches: SearchUse }) {
  const { isLoggedIn } = useUserStore()
  useEffect(() => {
    const timer = setInterval(() => {
      void send<{ usage: number; limit: number | null }>('/api/searches', 'GET').then(({ data }) => {
        if (data && (data.limit === null || data.usage < data.limit)) window.location.reload()
      })
    }, lookMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <>
      <p className="inline-flex min-h-6 items-center rounded-control border border-control px-2 font-semibold">
        {searchesBadge(searches)}
      </p>
      {isLoggedIn ? <WhatNow searches={searches} /> : <Doors />}
    </>
  )
}

/** When searches begin anew, and how to get more before. */
function WhatNow({ searches: { limit, per, usageReset } }: { searches: SearchUse }) {
  const { user } = useFrame()
  const { status, hasSupport } = useFrame()
  const anew = `Your searches begin anew on ${usageReset.slice(0, 10)} at 00:00:00 UTC. ${resetText(usageReset, Date.parse(status.now))}.`
  if (per === 'week')
    return (
      <>
        <p>{anew}</p>
        {user?.isConsumer ? <SignUpWithWorkEmail csrfToken={user.csrfToken} /> : <AskForTrial />}
      </>
    )
  return (
    <>
      <p>{`Your plan has a daily limit of ${withCommas(limit ?? 0)} searches. ${anew}`}</p>
      {hasSupport && (
        <Link to="/account/help" className={link('primary')}>
          Contact support
        </Link>
      )}
    </>
  )
}

/** Leads where the operator says, or writes to support. */
function AskForTrial() {
  const { trial } = useFrame()
  if (trial === null) return null
  if (trial.url !== null)
    return (
      <a href={trial.url} rel="noreferrer" className={link('primary')}>
        Ask for a trial
      </a>
    )
  return (
    <ApiForm
      path="/api/user/trial"
      method="POST"
      label="Ask for a trial"
      done="Your request is on its way."
      once
    />
  )
}
