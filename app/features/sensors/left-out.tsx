import type { SensorDetail } from '#services/sensors/one.ts'
import { Field } from '../account/field.tsx'
import { ApiForm } from '../account/form.tsx'
import { TextArea } from '../account/text-area.tsx'

const words = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== '')

/** Whom a sensor neither captures nor answers, and which ports of its host's own programs are counted all the same. */
export function LeftOut({
  sensor: { excluded, networkPorts },
  path,
  onChange,
}: {
  sensor: Pick<SensorDetail, 'excluded' | 'networkPorts'>
  path: string
  onChange: () => void
}) {
  return (
    <ApiForm
      path={path}
      method="PUT"
      label="Save what is left out"
      look={{ variant: 'secondary' }}
      sent={({ excluded = '', network_ports = '' }) => ({
        excluded: words(excluded),
        // What is no number is sent as it is: the server says what is wrong with it.
        network_ports: words(network_ports).map((word) => (/^\d+$/.test(word) ? Number(word) : word)),
      })}
      done="Saved. The agent is told at once."
      onDone={onChange}
    >
      <TextArea
        label="Addresses of administrators"
        name="excluded"
        key={excluded.join()}
        defaultValue={excluded.join('\n')}
        rows={3}
        hint="Addresses and blocks, one a line. They are neither captured nor answered."
      />
      <Field
        label="Ports of other programs"
        name="network_ports"
        key={`ports ${networkPorts.join()}`}
        defaultValue={networkPorts.join(', ')}
        hint="Ports on which another program of the host listens are left alone. Of those named here headers are kept, as kind network, which is never published."
      />
    </ApiForm>
  )
}
