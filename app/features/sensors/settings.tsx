import { useId } from 'react'
import { useNavigate } from 'react-router'
import type { SensorDetail } from '#services/sensors/one.ts'
import { Panel } from '../../ui/panel.tsx'
import { Field } from '../account/field.tsx'
import { ApiForm } from '../account/form.tsx'
import { LeftOut } from './left-out.tsx'
import { Select } from '../../ui/select.tsx'
import { useIsHere } from '../../ui/use-is-here.ts'

/** What can be said anew of a sensor, and its removal. Its agent is told at once. */
export function SensorSettings({
  sensor,
  profiles,
  canPublish,
  onChange,
}: {
  sensor: SensorDetail
  profiles: readonly { id: string; name: string }[]
  /** Its workspace feeds the global records. */
  canPublish: boolean
  onChange: () => void
}) {
  const navigate = useNavigate()
  const isHere = useIsHere()
  const id = useId()
  const path = `/api/workspace/sensors/${sensor.id}`
  return (
    <Panel title="Settings">
      <div className="grid gap-5">
        <ApiForm
          path={path}
          method="PUT"
          label="Switch profile"
          look={{ variant: 'secondary' }}
          onDone={onChange}
        >
          <div className="grid w-full gap-1">
            <label htmlFor={id} className="font-medium">
              Profile
            </label>
            <Select
              id={id}
              name="profile"
              key={sensor.profile.id}
              defaultValue={sensor.profile.id}
              className="w-full"
              options={profiles.map(({ id, name }) => ({ label: name, value: id }))}
            />
          </div>
        </ApiForm>
        <ApiForm path={path} method="PUT" label="Save" look={{ variant: 'secondary' }} onDone={onChange}>
          <Field label="Name" name="name" defaultValue={sensor.name} required maxLength={80} />
          <Field
            label="Public address"
            name="ip_address"
            defaultValue={sensor.ipAddress}
            maxLength={64}
            hint="Where it is reached; behind NAT it cannot know."
          />
        </ApiForm>
        <LeftOut sensor={sensor} path={path} onChange={onChange} />
        <div>
          <p className="pb-2">
            {sensor.isPublished
              ? 'What it sees feeds the global records.'
              : canPublish
                ? 'What it sees stays in this workspace.'
                : 'What it sees stays in this workspace, which does not publish.'}
          </p>
          {canPublish && (
            <ApiForm
              path={path}
              method="PUT"
              label={sensor.publish ? 'Keep it in the workspace' : 'Publish it'}
              also={{ publish: !sensor.publish }}
              look={{ variant: 'secondary', size: 'sm' }}
              onDone={onChange}
            />
          )}
        </div>
        <ApiForm
          path={path}
          method="DELETE"
          label="Remove this sensor"
          ask={`Remove ${sensor.name}? Its token ends at once; what it sent stays. Uninstall it on its host, too.`}
          look={{ variant: 'danger', size: 'sm' }}
          onDone={() => {
            if (isHere()) void navigate('/sensors')
          }}
        />
      </div>
    </Panel>
  )
}
