import { Panel } from '../../ui/panel.tsx'
import { ByPasskey } from './by-passkey.tsx'
import { Field } from './field.tsx'
import { ApiForm } from './form.tsx'

interface ProveSelfProps {
  hasPassword: boolean
  hasPasskey: boolean
  onDone: () => void
}

/** Asks who sits here, before ways into the account are changed. */
export function ProveSelf({ hasPassword, hasPasskey, onDone }: ProveSelfProps) {
  return (
    <Panel title="Confirm that it is you">
      <div className="grid gap-4">
        <p>Ways to log in can be changed within ten minutes of proving who you are.</p>
        {hasPassword && (
          <ApiForm path="/api/user/proof" method="POST" label="Confirm" onDone={onDone}>
            <Field
              label="Present password"
              name="current_password"
              type="password"
              autoComplete="current-password"
              required
            />
          </ApiForm>
        )}
        {hasPasskey && <ByPasskey redirect="/account/details" label="Confirm with a passkey" />}
        {!hasPassword && !hasPasskey && <p>Log out, and log in again by your provider.</p>}
      </div>
    </Panel>
  )
}
