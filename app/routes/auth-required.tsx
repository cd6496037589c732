import { useState } from 'react'
import { Link } from 'react-router'
import { localPath } from '#model/local-path.ts'
import type { SignupRule } from '#services/sign-in/accounts-ctx.ts'
import { services } from '../context.ts'
import { ApiForm } from '../features/account/form.tsx'
import { ByPasskey } from '../features/account/by-passkey.tsx'
import { noPasskeysAt } from '../features/account/passkey-browser.ts'
import { ByProvider } from '../features/account/provider.tsx'
import { Field } from '../features/account/field.tsx'
import { fillAddress, keepAddress } from '../features/account/kept-address.ts'
import {
  InvitationText,
  type Invited,
  inviteTokenIn,
  JoinByProvider,
  SignUpInvited,
} from '../features/account/invited.tsx'
import { useCaptchaField } from '../features/captcha/field.tsx'
import { CodeField } from '../features/account/code-field.tsx'
import { NewPassword } from '../features/account/new-password.tsx'
import { ownOf } from '../own-of.ts'
import { orNull } from '../route-error.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { FormError } from '../ui/form-error.tsx'
import { pageTexts } from '../page-texts.ts'
import type { Route } from './+types/auth-required'

/** What went wrong at signing in, by the code in the address: nothing else of the address is shown. */
const errors: Record<string, string> = {
  CredentialsSignin: 'Address or password is wrong.',
  WrongCode: 'This code is wrong, or was used before.',
  NoToken:
    'The bot check of this server was not passed. It needs scripts, and https or localhost. Try again.',
  TooManyAttempts: 'Too many attempts failed. Wait a moment, then try again.',
  SessionRequired: 'Sign in to go on.',
  'No SSO workspace found':
    'No SSO workspace found. Ask a member of the workspace you work with to invite you again.',
  OAuthSignin: 'The provider of sign-ins does not answer. Try again later.',
  OAuthCallback: 'Signing in at the provider did not work. Try again.',
  OAuthAccountNotLinked:
    'There is an account with this address. Sign in to it with its password, then link the provider under Account Details.',
  InvitationNeeded: 'An invitation is needed to sign up here.',
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const { searchParams } = url
  const { signup, provider, localAccounts, seeInvite } = context.get(services)
  const redirect = localPath(searchParams.get('redirect') ?? searchParams.get('callbackUrl') ?? '/')
  const token = inviteTokenIn(redirect)
  const seen = token === null ? null : await orNull(seeInvite(token))
  return {
    redirect,
    /** The invitation that waits until somebody signed in. */
    invite: token === null || seen === null ? null : { ...seen, token },
    error: ownOf(errors, searchParams.get('error') ?? '') ?? '',
    step: searchParams.get('step') === 'code' ? ('code' as const) : ('password' as const),
    hint: searchParams.get('hint') === 'signup' ? ('signup' as const) : ('login' as const),
    signup,
    provider,
    localAccounts,
    noPasskeys: noPasskeysAt(url.hostname),
  }
}

export const meta: Route.MetaFunction = () => [
  ...pageTexts(
    'Sign in · Noisefloor',
    'Log in, or make an account: look-ups need none, workspaces, sensors and lists do.',
  ),
  // The address of an invitation that waits is what lets in.
  { name: 'referrer', content: 'same-origin' },
]

export default function AuthRequired({ loaderData }: Route.ComponentProps) {
  const { redirect, error, step, hint, signup, provider, localAccounts, invite } = loaderData
  const captcha = useCaptchaField()
  if (!localAccounts)
    return (
      <External redirect={redirect} error={error} hint={hint} provider={provider ?? ''} invite={invite} />
    )
  if (step === 'code') return <AskForCode redirect={redirect} error={error} />
  return (
    <div className="mx-auto grid max-w-[400px] gap-5 py-6">
      {hint === 'signup' && invite && !invite.accepted ? (
        <SignUpInvited invite={invite} redirect={redirect} provider={provider} />
      ) : hint === 'signup' ? (
        <SignUp rule={signup} redirect={redirect} provider={provider} />
      ) : (
        <>
          <h1 className="text-head font-semibold">Sign in</h1>
          {error && <FormError title="Not signed in" message={error} />}
          {invite && <InvitationText invite={invite} />}
          <form
            method="post"
            action="/api/auth/callback/local"
            onSubmit={(event) => {
              keepAddress(event.currentTarget)
              captcha.onSubmit?.(event)
            }}
            ref={error === '' ? null : fillAddress}
            className="grid justify-items-start gap-3"
          >
            <input type="hidden" name="callback_url" value={redirect} />
            {captcha.field}
            <Field label="Email" name="email" type="email" autoComplete="username" required />
            <Field
              label="Password"
              name="password"
              type="password"
              autoComplete="current-password"
              required
            />
            <Button type="submit">Log in</Button>
          </form>
          <div className="scripted">
            <ByPasskey redirect={redirect} because={loaderData.noPasskeys} />
          </div>
          {provider !== null && <ByProvider name={provider} redirect={redirect} />}
          <Forgotten />
          <p className="text-dense text-ink-2">
            No account?{' '}
            <Link to={`/auth-required?${new URLSearchParams({ hint: 'signup', redirect })}`}>
              {invite && !invite.accepted ? 'Make one by the invitation' : 'Sign up'}
            </Link>
          </p>
        </>
      )}
    </div>
  )
}

/** Of a server whose people sign in by its provider alone. */
function External({
  redirect,
  error,
  hint,
  provider,
  invite,
}: {
  redirect: string
  error: string
  hint: 'login' | 'signup'
  provider: string
  invite: Invited | null
}) {
  return (
    <div className="mx-auto grid max-w-[400px] gap-5 py-6">
      <h1 className="text-head font-semibold">{hint === 'signup' ? 'Sign up' : 'Sign in'}</h1>
      {error && <FormError title="Not signed in" message={error} />}
      {invite && <InvitationText invite={invite} />}
      {invite && !invite.accepted ? (
        <JoinByProvider token={invite.token} provider={provider} />
      ) : (
        <ByProvider name={provider} redirect={redirect} hint={hint} />
      )}
    </div>
  )
}

function AskForCode({ redirect, error }: { redirect: string; error: string }) {
  return (
    <div className="mx-auto grid max-w-[400px] gap-5 py-6">
      <h1 className="text-head font-semibold">One more code</h1>
      {error && <FormError title="Not signed in" message={error} />}
      <p>Enter the code that your authenticator app shows, or one of your recovery codes.</p>
      <form
        method="post"
        action="/api/auth/callback/second-factor"
        className="grid justify-items-start gap-3"
      >
        <input type="hidden" name="callback_url" value={redirect} />
        <CodeField />
        <Button type="submit">Log in</Button>
      </form>
      <p className="text-dense text-ink-2">
        <Link to={`/auth-required?${new URLSearchParams({ redirect })}`}>Begin again</Link>
      </p>
    </div>
  )
}

/** "a", "a or b", "a, b, or c". */
const orList = (all: readonly string[]): string =>
  all.length < 3 ? all.join(' or ') : `${all.slice(0, -1).join(', ')}, or ${all.at(-1)}`

function SignUp({
  rule,
  redirect,
  provider,
}: {
  rule: SignupRule
  redirect: string
  provider: string | null
}) {
  return (
    <>
      <h1 className="text-head font-semibold">Sign up</h1>
      {rule === 'invite' ? (
        <p>
          An invitation is needed to sign up here. Ask a member of the workspace you work with: they invite
          you by mail, and the link in it makes your account.
        </p>
      ) : (
        <>
          {rule !== 'open' && <p>With an email address at {orList(rule.domains)}.</p>}
          <ApiForm
            path="/api/auth/signup"
            method="POST"
            label="Sign up"
            done="A mail to this address says how to go on."
          >
            <Field label="Work email" name="email" type="email" autoComplete="username" required />
            <NewPassword />
          </ApiForm>
          {provider !== null && <ByProvider name={provider} redirect={redirect} hint="signup" />}
        </>
      )}
      <p className="text-dense text-ink-2">
        Have an account? <Link to={`/auth-required?${new URLSearchParams({ redirect })}`}>Log in</Link>
      </p>
    </>
  )
}

function Forgotten() {
  const [open, setOpen] = useState(false)
  if (!open)
    return (
      <Button variant="quiet" size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
        Forgot your password?
      </Button>
    )
  return (
    <section aria-label="Forgotten password" className="grid gap-3 border-t border-line pt-4">
      <Alert>A link that chooses a new password is sent to the address of your account.</Alert>
      <ApiForm
        path="/api/auth/forgot-password"
        method="POST"
        label="Send the link"
        look={{ variant: 'secondary' }}
        done="If there is an account with this address, a mail is on its way."
      >
        <Field label="Email of the account" name="email" type="email" autoComplete="username" required />
      </ApiForm>
    </section>
  )
}
