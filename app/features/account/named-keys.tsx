import { useState } from 'react'
import { type KeyScope, keyScopes } from '#model/account/key-scope.ts'
import type { NamedKey } from '#services/workspace/named-keys.ts'
import { Alert } from '../../ui/alert.tsx'
import { InertText } from '../../ui/inert-text.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Field } from './field.tsx'
import { ApiForm } from './form.tsx'
import { Row } from './row.tsx'
import { Select } from '../../ui/select.tsx'

const iso = (at: number): string => new Date(at).toISOString()

const about: Record<KeyScope, string> = {
  read: 'read what the plan gives',
  ingest: 'send captures',
  admin: 'everything the shared key may',
}

/** Keys beside the shared one: each for one program, for less, for a time. */
export function NamedKeys({ keys, onChange }: { keys: readonly NamedKey[]; onChange: () => void }) {
  const [made, setMade] = useState('')
  return (
    <Panel title="Other keys">
      <ul>
        {keys.map(({ id, name, masked, scopes, created, lastUsed, expires, madeBy }) => (
          <Row
            key={id}
            action={
              <ApiForm
                path={`/api/workspace/keys/${id}`}
                method="DELETE"
                inWorkspace
                label="Remove"
                ask={`Remove the key ${name}? What uses it is refused at once.`}
                look={{ variant: 'danger', size: 'sm' }}
                onDone={onChange}
              />
            }
          >
            <p>
              <InertText text={name} limit={60} mono={false} /> <code>{masked}</code> · {scopes.join(', ')}
            </p>
            <p className="text-dense break-all text-ink-2">
              made <Moment at={iso(created)} />
              {madeBy && ` by ${madeBy}`} · last used <Moment at={lastUsed === 0 ? '' : iso(lastUsed)} />
              {expires !== null && (
                <>
                  {' '}
                  · until <Moment at={iso(expires)} />
                </>
              )}
            </p>
          </Row>
        ))}
      </ul>
      {made && (
        <Alert variant="success">
          <p>This is the whole key. It is shown this once: copy it now.</p>
          <code className="block pt-1 break-all select-all">{made}</code>
        </Alert>
      )}
      <NewKey
        onMade={(key) => {
          setMade(key)
          onChange()
        }}
      />
    </Panel>
  )
}

function NewKey({ onMade }: { onMade: (key: string) => void }) {
  const [scopes, setScopes] = useState<readonly KeyScope[]>(['read'])
  const [days, setDays] = useState(90)
  return (
    <div className="pt-3">
      <ApiForm<{ key: string }>
        path="/api/workspace/keys"
        method="POST"
        inWorkspace
        label="Make this key"
        look={{ variant: 'secondary' }}
        also={{ scopes, ...(days > 0 && { expires_days: days }) }}
        onDone={({ data }) => onMade(data?.key ?? '')}
      >
        <Field label="Name of a new one" name="name" placeholder="Sensor in Oslo" required maxLength={60} />
        <fieldset className="grid gap-1">
          <legend className="font-medium">It may</legend>
          {keyScopes.map((scope) => (
            <label key={scope} className="flex items-center gap-2">
              <input
                type="checkbox"
                checked={scopes.includes(scope)}
                onChange={({ target }) =>
                  setScopes(
                    keyScopes.filter((one) => (one === scope ? target.checked : scopes.includes(one))),
                  )
                }
              />
              {scope}: {about[scope]}
            </label>
          ))}
        </fieldset>
        <label className="flex flex-wrap items-center gap-2">
          It works for
          <Select
            value={days}
            onChange={({ target }) => setDays(Number(target.value))}
            options={[
              ...[7, 30, 90, 365].map((count) => ({ label: `${count} days`, value: count })),
              { label: 'ever, until it is removed', value: 0 },
            ]}
          />
        </label>
      </ApiForm>
    </div>
  )
}
