import { services } from '../../context.ts'
import { ApiForm } from '../../features/account/form.tsx'
import { leaveFor } from '../../features/account/leave.ts'
import { orRouteError } from '../../route-error.ts'
import { Alert } from '../../ui/alert.tsx'
import type { Route } from './+types/verify-email'

export async function loader({ url, context }: Route.LoaderArgs) {
  const { user } = await orRouteError(context.get(services).getUser())
  return { email: user.email, verified: user.emailVerified, token: url.searchParams.get('token') ?? '' }
}

export const meta: Route.MetaFunction = () => [
  { title: 'Confirm your address · Noisefloor' },
  { name: 'referrer', content: 'same-origin' },
]

/** The link of the mail leads here; a button does the rest, so that a program that opens links of mails does nothing. */
export default function VerifyEmail({ loaderData: { email, verified, token } }: Route.ComponentProps) {
  return (
    <div className="mx-auto grid max-w-[400px] gap-5 py-6">
      <h1 className="text-head font-semibold">Confirm your address</h1>
      {verified ? (
        <Alert variant="success">{email} is confirmed.</Alert>
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
        </>
      )}
    </div>
  )
}
