import { useState } from 'react'
import { Form, useNavigate } from 'react-router'
import { profileType, type ProfileType, type SensorProfile } from '#model/sensor/profile.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { FormError } from '../../ui/form-error.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useIsHere } from '../../ui/use-is-here.ts'
import { send } from '../account/send.ts'
import { ProfileCheck } from './profile-check.tsx'
import { PortsTable } from './ports-table.tsx'
import { profileText, readProfileText } from './profile-text.ts'
import { Select } from '../../ui/select.tsx'

/** A profile in steps: where it comes from, what it says, how that looks, and the end. */
export function ProfileEditor({
  source,
  edited,
  choices,
  type,
  types,
}: {
  source: SensorProfile | null
  /** Id of the own profile that gets a new version; null: a new one is made. */
  edited: string | null
  choices: readonly { id: string; name: string }[]
  /** What an empty one is of. */
  type: ProfileType
  /** What the plan allows. */
  types: readonly ProfileType[]
}) {
  const navigate = useNavigate()
  const isHere = useIsHere()
  const [text, setText] = useState(() => profileText(source, type))
  const [problem, setProblem] = useState('')
  const [isSending, setSending] = useState(false)
  const read = readProfileText(text)
  const isOfDevice = 'profile' in read && profileType(read.profile) === 'hardware'
  const publish = async (): Promise<void> => {
    if ('problem' in read) return setProblem(read.problem)
    setSending(true)
    const path = edited === null ? '/api/workspace/profiles' : `/api/workspace/profiles/${edited}`
    const answer = await send<{ id: string }>(path, edited === null ? 'POST' : 'PUT', read.wire)
    setSending(false)
    if (!isHere()) return
    if (answer.data) await navigate(`/sensors/profiles/${answer.data.id}`)
    else setProblem(answer.message)
  }
  return (
    <div className="grid gap-5">
      <h1 className="text-head font-semibold">{edited === null ? 'Create a profile' : 'Edit a profile'}</h1>
      {edited === null && (
        <Panel title="1. Source">
          <Form className="flex flex-wrap items-end gap-2">
            <label className="grid gap-1">
              <span className="font-medium">Begin with</span>
              <Select
                name="from"
                defaultValue={source?.id ?? (type === 'hardware' ? type : '')}
                options={[
                  { label: 'an empty one', value: '' },
                  ...(types.includes('hardware')
                    ? [{ label: 'an empty one of a physical device', value: 'hardware' }]
                    : []),
                  ...choices.map(({ id, name }) => ({ label: name, value: id })),
                ]}
              />
            </label>
            <Button type="submit" variant="secondary" size="lg">
              Take it
            </Button>
          </Form>
        </Panel>
      )}
      <Panel title="2. Ports and banners">
        <label htmlFor="profile-text" className="block pb-1 text-ink-2">
          The whole profile as JSON: name, what it looks like, ports with their protocol and options, accepted
          credentials.
          {isOfDevice &&
            ' Its device is one address of the private network that the transporter stands in; ports are its own.'}
        </label>
        <textarea
          id="profile-text"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setProblem('')
          }}
          spellCheck={false}
          rows={22}
          className="mono w-full rounded-control border border-control bg-surface px-3 py-2 text-dense text-ink"
        />
      </Panel>
      <Panel title="3. What a scanner would see">
        {'profile' in read ? (
          <div className="grid gap-4">
            <PortsTable profile={read.profile} />
            <ProfileCheck key={text} wire={read.wire} isOfDevice={isOfDevice} />
          </div>
        ) : (
          <Alert variant="warning">{read.problem}</Alert>
        )}
      </Panel>
      <Panel title="4. Publish">
        <div className="grid justify-items-start gap-3">
          <p>
            {edited === null
              ? 'It is your workspace’s own: only its sensors can use it.'
              : 'Sensors that use it get the new version at once.'}
          </p>
          {problem !== '' && <FormError title="This did not work" message={problem} />}
          <Button loading={isSending} onClick={() => void publish()}>
            {edited === null ? 'Create the profile' : 'Publish the new version'}
          </Button>
        </div>
      </Panel>
    </div>
  )
}
