import { type FormEvent, useState } from 'react'
import type { SignInMethods } from '#services/account/second-factor.ts'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { InertText } from '../../ui/inert-text.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Field } from './field.tsx'
import { ApiForm } from './form.tsx'
import { makePasskey, noPasskeysHere } from './passkey-browser.ts'
import { Row } from './row.tsx'
import { useInBrowser } from './use-in-browser.ts'

const iso = (at: number): string => new Date(at).toISOString()

/** Passkeys of the account; hidden with the reason where the browser makes none. */
export function Passkeys({ methods, onChange }: { methods: SignInMethods; onChange: () => void }) {
  const because = useInBrowser(noPasskeysHere)
  return (
    <Panel title="Passkeys">
      <p>They open your account without a password: by your finger, your face or the PIN of your device.</p>
      <ul className="pt-2">
        {methods.passkeys.map(({ id, name, created, lastUsed }) => (
          <Row
            key={id}
            action={
              <ApiForm
                path={`/api/user/passkeys/${id}`}
                method="DELETE"
                label="Remove"
                look={{ variant: 'danger', size: 'sm' }}
                onDone={onChange}
              />
            }
          >
            <InertText text={name} limit={100} mono={false} />
            <p className="text-dense text-ink-2">
              made <Moment at={iso(created)} /> · last used{' '}
              <Moment at={lastUsed === 0 ? '' : iso(lastUsed)} />
            </p>
          </Row>
        ))}
      </ul>
      {because === null ? <Make onDone={onChange} /> : <p className="pt-3 text-ink-2">{because}</p>}
    </Panel>
  )
}

function Make({ onDone }: { onDone: () => void }) {
  const [state, setState] = useState({ isAsking: false, error: '' })
  async function make(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    setState({ isAsking: true, error: '' })
    const error = await makePasskey(String(new FormData(form).get('name')))
    setState({ isAsking: false, error: error ?? '' })
    if (error !== null) return
    form.reset()
    onDone()
  }
  return (
    <form onSubmit={(event) => void make(event)} className="grid justify-items-start gap-3 pt-3">
      <Field label="Name of a new one" name="name" placeholder="Laptop" required maxLength={100} />
      {state.error && <FormError title="This did not work" message={state.error} />}
      <Button type="submit" variant="secondary" loading={state.isAsking}>
        Make a passkey
      </Button>
    </form>
  )
}
