import { Alert } from '../../ui/alert.tsx'
import { InertText } from '../../ui/inert-text.tsx'
import { Field } from './field.tsx'
import { ApiForm } from './form.tsx'

const path = '/api/user/new-email'

interface NewEmailProps {
  email: string
  /** The address that waits to take its place; null where none does. */
  waiting: string | null
  onChange: () => void
}

/** An address that waits to be confirmed: its mail can be sent again, and it can be forgotten. */
export function WaitingEmail({ email, waiting, onChange }: NewEmailProps) {
  if (waiting === null) return null
  return (
    <div className="grid gap-3">
      <Alert>
        <p>
          <InertText text={waiting} limit={254} mono={false} /> waits to be confirmed: a mail to it holds a
          link, which works for a day. Until then <InertText text={email} limit={254} mono={false} /> stays
          the address of your account.
        </p>
      </Alert>
      <div className="flex flex-wrap gap-3">
        <ApiForm
          path={`${path}/verification-email`}
          method="POST"
          label="Send its mail again"
          look={{ variant: 'secondary' }}
          done="The mail is on its way."
        />
        <ApiForm
          path={path}
          method="DELETE"
          label="Keep the address as it is"
          look={{ variant: 'secondary' }}
          onDone={onChange}
        />
      </div>
    </div>
  )
}

/** Asks for another address. */
export function AskNewEmail({
  label,
  email,
  hasPassword,
  onChange,
}: {
  /** Of the field. */
  label: string
  email: string
  hasPassword: boolean
  onChange: () => void
}) {
  return (
    <ApiForm
      path={path}
      method="POST"
      label="Change the address"
      look={{ variant: 'secondary' }}
      onDone={onChange}
    >
      <Field label={label} name="email" type="email" defaultValue={email} autoComplete="email" required />
      {hasPassword && <CurrentPassword />}
    </ApiForm>
  )
}

export const CurrentPassword = () => (
  <Field
    label="Present password"
    name="current_password"
    type="password"
    autoComplete="current-password"
    required
  />
)
