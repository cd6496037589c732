import { Link } from 'react-router'
import { services } from '../../context.ts'
import { ByProvider } from '../../features/account/provider.tsx'
import { Field } from '../../features/account/field.tsx'
import { ApiForm } from '../../features/account/form.tsx'
import { NewPassword } from '../../features/account/new-password.tsx'
import { useFrame } from '../../page-frame.tsx'
import { orRouteError } from '../../route-error.ts'
import { buttonLook } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import type { Route } from './+types/invite'

export async function loader({ params: { inviteId }, context }: Route.LoaderArgs) {
  const { seeInvite, provider, localAccounts } = context.get(services)
  return { token: inviteId, provider, localAccounts, invite: await orRouteError(seeInvite(inviteId)) }
}

export const meta: Route.MetaFunction = () => [
  { title: 'Invitation · Noisefloor' },
  // The address of this page is what lets in.
  { name: 'referrer', content: 'same-origin' },
]

export default function AcceptInvite({ loaderData }: Route.ComponentProps) {
  const { token, invite, provider, localAccounts } = loaderData
  const { user } = useFrame()
  const here = `/signup/invite/${token}/accept`
  return (
    <div className="mx-auto grid max-w-[400px] gap-5 py-6">
      <h1 className="text-head font-semibold">
        {invite.inviter === '' ? 'Make the owner’s account' : `Join ${invite.workspace}`}
      </h1>
      <p>
        {invite.inviter === ''
          ? 'This link makes the account that owns this server’s first workspace. It works once.'
          : `${invite.inviter} invites you to the workspace ${invite.workspace}.`}
        {invite.email !== null && ` The invitation is for ${invite.email}.`}
      </p>
      {invite.accepted ? (
        <>
          <p>The invitation was accepted.</p>
          <Link
            to={user ? '/signup/welcome' : '/auth-required'}
            className={`${buttonLook()} justify-self-start hover:no-underline`}
          >
            {user ? 'Go on' : 'Log in'}
          </Link>
        </>
      ) : user ? (
        <Join
          token={token}
          isTheirs={invite.isTheirs}
          email={user.email}
          csrfToken={user.csrfToken}
          here={here}
        />
      ) : (
        <>
          {localAccounts && (
            <ApiForm
              path="/api/auth/signup"
              method="POST"
              label="Make the account"
              also={{ invite: token }}
              onDone={() => window.location.assign('/signup/welcome')}
            >
              <Field label="Email" name="email" type="email" autoComplete="username" required />
              <Field
                label="First name"
                name="first_name"
                autoComplete="given-name"
                required
                maxLength={200}
              />
              <Field label="Last name" name="last_name" autoComplete="family-name" required maxLength={200} />
              <NewPassword />
            </ApiForm>
          )}
          {provider !== null && (
            <ByProvider
              name={provider}
              redirect="/signup/welcome"
              invite={token}
              label={`Join with ${provider}`}
            />
          )}
          {localAccounts && (
            <p className="text-dense text-ink-2">
              Have an account with this address?{' '}
              <Link to={`/auth-required?${new URLSearchParams({ redirect: here })}`}>Log in</Link>, then come
              back here.
            </p>
          )}
        </>
      )}
    </div>
  )
}

function Join({
  token,
  isTheirs,
  email,
  csrfToken,
  here,
}: {
  token: string
  isTheirs: boolean
  email: string
  csrfToken: string
  here: string
}) {
  if (isTheirs)
    return (
      <ApiForm
        path={`/api/user/invites/${token}`}
        method="PUT"
        label="Join"
        onDone={() => window.location.assign('/signup/welcome')}
      />
    )
  return (
    <>
      <FormError
        title="invalid email"
        message={`You are signed in as ${email}: the invitation is for another address.`}
      />
      <form method="post" action="/api/auth/signout">
        <input type="hidden" name="csrf_token" value={csrfToken} />
        <input type="hidden" name="callback_url" value={here} />
        <button type="submit" className={buttonLook({ variant: 'secondary' })}>
          Log out and come back here
        </button>
      </form>
    </>
  )
}
