import type { SignInSeen } from '#services/account/sign-ins.ts'
import { InertText } from '../../ui/inert-text.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ApiForm } from './form.tsx'
import { Row } from './row.tsx'

const iso = (at: number): string => new Date(at).toISOString()

/** Browsers in which the account is signed in; each can be ended. */
export function SignIns({ signIns, onChange }: { signIns: readonly SignInSeen[]; onChange: () => void }) {
  return (
    <Panel title="Where you are signed in">
      <ul className="grid gap-3">
        {signIns.map(({ id, agent, address, created, lastUsed, isThis }) => (
          <Row
            key={id}
            action={
              !isThis && (
                <ApiForm
                  path={`/api/user/sign-ins/${id}`}
                  method="DELETE"
                  label="Sign out"
                  look={{ variant: 'secondary', size: 'sm' }}
                  onDone={onChange}
                />
              )
            }
          >
            <p>
              <InertText text={agent || 'A program without a name'} limit={120} mono={false} />
              {isThis && <span className="font-semibold"> · this browser</span>}
            </p>
            <p className="text-dense text-ink-2">
              from {address} · since <Moment at={iso(created)} /> · last used <Moment at={iso(lastUsed)} />
            </p>
          </Row>
        ))}
      </ul>
      {signIns.length > 1 && (
        <div className="pt-3">
          <ApiForm
            path="/api/user/sign-ins"
            method="DELETE"
            label="Sign out everywhere else"
            look={{ variant: 'secondary' }}
            onDone={onChange}
          />
        </div>
      )}
    </Panel>
  )
}
