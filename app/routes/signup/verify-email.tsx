import { useRevalidator } from 'react-router'
import { services } from '../../context.ts'
import { ApiForm } from '../../features/account/form.tsx'
import { leaveFor } from '../../features/account/leave.ts'
import { AskNewEmail, WaitingEmail } from '../../features/account/new-email.tsx'
import { orRouteError } from '../../route-error.ts'
import { Alert } from '../../ui/alert.tsx'
import { pageTexts } from '../../page-texts.ts'
import type { Route } from './+types/verify-email'

export async function loader({ url, context }: Route.LoaderArgs) {
  const { getUser, getSignInMethods } = context.get(services)
  const [{ user, newEmail }, { hasPassword }] = await orRouteError(
    Promise.all([getUser(), getSignInMethods()]),
  )
  return {
    email: user.email,
    verified: user.emailVerified,
    newEmail,
    hasPassword,
    token: url.searchParams.get('token') ?? '',
    newToken: url.searchParams.get('new_token') ?? '',
  }
}

export const meta: Route.MetaFunction = () => [
  ...pageTexts('Confirm your address · Noisefloor', 'Confirm that mails reach you.'),
  { name: 'referrer', content: 'same-origin' },
]

/** Links of mails lead here; a button does the rest, so that a program that opens links of mails does nothing. */
export default function VerifyEmail({ loaderData }: Route.ComponentProps) {
  const { email, verified, newEmail, hasPassword, token, newToken } = loaderData
  const { revalidate } = useRevalidator()
  const anew = () => void revalidate()
  return (
    <div className="mx-auto grid max-w-[400px] gap-5 py-6">
      <h1 className="text-head font-semibold">Confirm your address</h1>
      {newToken !== '' && newEmail === null && (
        <Alert variant="warning">
          No address waits to be confirmed for {email}. A link works once, for a day, and for the account that
          asked for it.
        </Alert>
      )}
      {newToken !== '' && newEmail !== null && (
        <ApiForm
          path="/api/user/new-email"
          method="PUT"
          label={`Confirm ${newEmail}`}
          also={{ token: newToken }}
          onDone={() => leaveFor('/account/details')}
        />
      )}
      <WaitingEmail email={email} waiting={newEmail} onChange={anew} />
      {verified ? (
        newToken === '' && <Alert variant="success">{email} is confirmed.</Alert>
      ) : (
        <>
          {token === '' ? (
            <p>A mail to {email} holds a link that confirms it. It works for a day.</p>
          ) : (
            <ApiForm
              path="/api/auth/verify-email"
              method="POST"
              label={`Confirm ${email}`}
              also={{ token }}
              onDone={() => leaveFor('/signup/welcome')}
            />
          )}
          <ApiForm
            path="/api/user/verification-email"
            method="POST"
            label="Send the mail again"
            look={{ variant: 'secondary' }}
            done="The mail is on its way."
          />
          <section aria-labelledby="another" className="grid gap-3">
            <h2 id="another" className="font-semibold">
              Another address
            </h2>
            <AskNewEmail label="Email" email={email} hasPassword={hasPassword} onChange={anew} />
          </section>
        </>
      )}
    </div>
  )
}
