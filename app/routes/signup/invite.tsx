import { data, redirect } from 'react-router'
import { services } from '../../context.ts'
import { ApiForm } from '../../features/account/form.tsx'
import { inviteCookie, noInviteCookie } from '../../features/account/invite-cookie.ts'
import { InvitationText, invitationTitle } from '../../features/account/invited.tsx'
import { leaveFor } from '../../features/account/leave.ts'
import { signInPath, wantedPath } from '../../guards/sign-in.ts'
import { useFrame } from '../../page-frame.tsx'
import { orRouteError } from '../../route-error.ts'
import { buttonLook } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { pageTexts } from '../../page-texts.ts'
import type { Route } from './+types/invite'

/**
 * The way of an invitation (specification §4): fetched first; who is not signed in goes to the page that asks for it, where an account can
 * be made as well, and comes back; who accepted it before is welcome.
 */
export async function loader({ url, params: { inviteId }, context }: Route.LoaderArgs) {
  const { seeInvite, user, localAccounts } = context.get(services)
  const invite = await orRouteError(seeInvite(inviteId))
  if (!user) {
    const here = url.pathname + url.search
    const to = signInPath(here, { isExternal: !localAccounts, hint: invite.accepted ? 'login' : 'signup' })
    const cookies = [wantedPath(here), invite.accepted ? noInviteCookie : inviteCookie(invite.id)]
    throw redirect(to, { headers: cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]) })
  }
  if (invite.isTheirs && invite.accepted)
    throw redirect('/signup/welcome', { headers: { 'Set-Cookie': noInviteCookie } })
  const cookie = invite.isTheirs ? inviteCookie(invite.id) : noInviteCookie
  return data({ ...invite, token: inviteId }, { headers: { 'Set-Cookie': cookie } })
}

export const meta: Route.MetaFunction = () => [
  ...pageTexts('Invitation · Noisefloor', 'Somebody invited you to a workspace.'),
  // The address of this page is what lets in.
  { name: 'referrer', content: 'same-origin' },
]

export default function AcceptInvite({ loaderData: invite }: Route.ComponentProps) {
  const { user } = useFrame()
  return (
    <div className="mx-auto grid max-w-[400px] gap-5 py-6">
      <h1 className="text-head font-semibold">{invitationTitle(invite)}</h1>
      <InvitationText invite={invite} />
      {invite.isTheirs ? (
        <ApiForm
          path={`/api/user/invites/${invite.token}`}
          method="PUT"
          label="Join"
          onDone={() => leaveFor('/signup/welcome')}
        />
      ) : (
        user && (
          <OtherAddress
            email={user.email}
            csrfToken={user.csrfToken}
            here={`/signup/invite/${invite.token}/accept`}
          />
        )
      )}
    </div>
  )
}

function OtherAddress({ email, csrfToken, here }: { email: string; csrfToken: string; here: string }) {
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
