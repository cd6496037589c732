import { useRevalidator } from 'react-router'
import { services } from '../../context.ts'
import { AccountFrame } from '../../features/account/frame.tsx'
import { ByProvider } from '../../features/account/provider.tsx'
import { Field } from '../../features/account/field.tsx'
import { ApiForm } from '../../features/account/form.tsx'
import { AskNewEmail, CurrentPassword, WaitingEmail } from '../../features/account/new-email.tsx'
import { NewPassword, WhosePassword } from '../../features/account/new-password.tsx'
import { Passkeys } from '../../features/account/passkeys.tsx'
import { ProveSelf } from '../../features/account/prove-self.tsx'
import { SecondFactor } from '../../features/account/second-factor.tsx'
import { SignIns } from '../../features/account/sign-ins.tsx'
import { leaveFor } from '../../features/account/leave.ts'
import { DisplayForm } from '../../features/display/display-form.tsx'
import { orRouteError } from '../../route-error.ts'
import { InertText } from '../../ui/inert-text.tsx'
import { Panel } from '../../ui/panel.tsx'
import { pageTexts } from '../../page-texts.ts'
import type { Route } from './+types/details'

export async function loader({ context }: Route.LoaderArgs) {
  const { getUser, listSignIns, getSignInMethods, provider, localAccounts } = context.get(services)
  const [{ user, newEmail, issuers }, signIns, methods] = await orRouteError(
    Promise.all([getUser(), listSignIns(), getSignInMethods()]),
  )
  return { user, newEmail, issuers, signIns, methods, provider, localAccounts }
}

export const meta: Route.MetaFunction = () =>
  pageTexts('Account details · Noisefloor', 'Your name, your ways to sign in, and how moments are shown.')

const more = [
  { name: 'username', label: 'Username', autoComplete: 'nickname' },
  { name: 'title', label: 'Title', autoComplete: 'organization-title' },
  { name: 'company', label: 'Company', autoComplete: 'organization' },
  { name: 'vertical', label: 'Field of work', autoComplete: 'off' },
] as const

export default function AccountDetails({
  loaderData: { user, newEmail, issuers, signIns, methods, provider, localAccounts },
}: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const anew = () => void revalidate()
  return (
    <AccountFrame title="Account details">
      <Panel title="Profile">
        <ApiForm path="/api/user" method="PUT" label="Save" done="Saved." onDone={anew}>
          <Field
            label="First name"
            name="first_name"
            defaultValue={user.firstName}
            autoComplete="given-name"
            required
            maxLength={200}
          />
          <Field
            label="Last name"
            name="last_name"
            defaultValue={user.lastName}
            autoComplete="family-name"
            required
            maxLength={200}
          />
          {more.map(({ name, label, autoComplete }) => (
            <Field
              key={name}
              label={label}
              name={name}
              defaultValue={user[name]}
              autoComplete={autoComplete}
              maxLength={200}
            />
          ))}
        </ApiForm>
      </Panel>
      <Panel title="Email address">
        <div className="grid gap-4">
          <WaitingEmail email={user.email} waiting={newEmail} onChange={anew} />
          <AskNewEmail
            label={user.emailVerified ? 'Email (confirmed)' : 'Email (not confirmed)'}
            email={user.email}
            hasPassword={methods.hasPassword}
            onChange={anew}
          />
        </div>
      </Panel>
      {localAccounts && (
        <Panel title="Password">
          <ApiForm
            path="/api/user"
            method="PUT"
            label="Change the password"
            look={{ variant: 'secondary' }}
            done="Changed. Every other sign-in is over."
            onDone={anew}
          >
            <WhosePassword email={user.email} />
            {methods.hasPassword && <CurrentPassword />}
            <NewPassword label="New password" />
          </ApiForm>
        </Panel>
      )}
      {provider !== null && (
        <Panel title="Sign-in methods">
          {issuers.length > 0 ? (
            <p>
              {`${provider} is linked: `}
              <InertText text={issuers.join(', ')} limit={300} mono={false} />
            </p>
          ) : methods.isFresh ? (
            <ByProvider name={provider} redirect="/account/details" label={`Link ${provider}`} isLinking />
          ) : (
            <p>{`Confirm below that it is you; then ${provider} can be linked.`}</p>
          )}
        </Panel>
      )}
      {!localAccounts ? null : methods.isFresh ? (
        <>
          <SecondFactor methods={methods} onChange={anew} />
          <Passkeys methods={methods} onChange={anew} />
        </>
      ) : (
        <ProveSelf hasPassword={methods.hasPassword} hasPasskey={methods.passkeys.length > 0} onDone={anew} />
      )}
      <SignIns signIns={signIns} onChange={anew} />
      <Panel title="Display">
        <DisplayForm back="/account/details" />
      </Panel>
      <Panel title="Delete the account">
        <p className="mb-3">
          Your sign-ins and memberships end at once. Data of workspaces that nobody else is in age out.
        </p>
        <ApiForm
          path="/api/user"
          method="DELETE"
          label="Delete my account"
          ask={`Delete the account ${user.email}? Nothing brings it back.`}
          look={{ variant: 'danger' }}
          onDone={() => leaveFor('/')}
        />
      </Panel>
    </AccountFrame>
  )
}
