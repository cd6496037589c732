import { Link } from 'react-router'
import { ByProvider } from './provider.tsx'
import { Field } from './field.tsx'
import { ApiForm } from './form.tsx'
import { NewPassword } from './new-password.tsx'
import { leaveFor } from './leave.ts'

/** What is told of an invitation. */
export interface Invited {
  token: string
  workspace: string
  /** "" for the server itself. */
  inviter: string
  email: string | null
  accepted: boolean
}

const pattern = /^\/signup\/invite\/([^/?#]+)\/accept\/?(?:[?#]|$)/

/** What the link of an invitation holds, by the path it leads to; null of any other path. */
export const inviteTokenIn = (path: string): string | null => pattern.exec(path)?.[1] ?? null

/** As a heading says it. */
export const invitationTitle = ({ inviter, workspace }: Invited): string =>
  inviter === '' ? 'Make the owner’s account' : `Join ${workspace}`

/** Whose invitation it is, and to what. */
export function InvitationText({ invite: { inviter, workspace, email, accepted } }: { invite: Invited }) {
  if (accepted) return <p>The invitation was accepted.</p>
  return (
    <p>
      {inviter === ''
        ? 'This link makes the account that owns this server’s first workspace. It works once.'
        : `${inviter} invites you to the workspace ${workspace}.`}
      {email !== null && ` The invitation is for ${email}.`}
    </p>
  )
}

/** Makes an account by an invitation. @param redirect the path of the invitation */
export function SignUpInvited({
  invite,
  redirect,
  provider,
}: {
  invite: Invited
  redirect: string
  provider: string | null
}) {
  return (
    <>
      <h1 className="text-head font-semibold">{invitationTitle(invite)}</h1>
      <InvitationText invite={invite} />
      <ApiForm
        path="/api/auth/signup"
        method="POST"
        label="Make the account"
        also={{ invite: invite.token }}
        onDone={() => leaveFor('/signup/welcome')}
      >
        <Field label="Email" name="email" type="email" autoComplete="username" required />
        <Field label="First name" name="first_name" autoComplete="given-name" required maxLength={200} />
        <Field label="Last name" name="last_name" autoComplete="family-name" required maxLength={200} />
        <NewPassword />
      </ApiForm>
      {provider !== null && <JoinByProvider token={invite.token} provider={provider} />}
      <p className="text-dense text-ink-2">
        Have an account with this address?{' '}
        <Link to={`/auth-required?${new URLSearchParams({ hint: 'login', redirect })}`}>Log in</Link>, and
        join with it.
      </p>
    </>
  )
}

export function JoinByProvider({ token, provider }: { token: string; provider: string }) {
  return (
    <ByProvider
      name={provider}
      redirect="/signup/welcome"
      hint="signup"
      invite={token}
      label={`Join with ${provider}`}
    />
  )
}
