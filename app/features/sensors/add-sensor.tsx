import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useAlive } from '../../ui/use-alive.ts'
import { ApiForm } from '../account/form.tsx'
import { send } from '../account/send.ts'
import { Select } from '../../ui/select.tsx'
import { whoReaches } from './who-reaches.ts'

/** What the server tells of a command (server/api/sensors/scripts.ts). */
interface Install {
  id: string
  command: string
  /** Without it the command repairs a sensor, and makes none. */
  has_place: boolean
  expires: string
  sensor: string | null
  name: string | null
  is_heard: boolean
}

const lookEveryMs = 1500

/** One command to copy, and what becomes of it: it turns green by itself when the first heartbeat comes. */
export function AddSensor({
  profiles,
  onHeard,
}: {
  profiles: readonly { id: string; name: string }[]
  onHeard: () => void
}) {
  const [made, setMade] = useState<Install | null>(null)
  const isAlive = useAlive()
  return (
    <Panel title="Add a sensor">
      <p className="pb-3 text-ink-2">
        Run one command on a Linux host that nobody has business with. It captures what reaches the host,
        answers as a decoy, and sends both to this server and nothing to anybody else.
      </p>
      {made ? (
        <Command made={made} onHeard={onHeard} onAnew={() => setMade(null)} />
      ) : isAlive ? (
        <ApiForm<Install>
          path="/api/workspace/sensors/installs"
          method="POST"
          label="Make the command"
          onDone={({ data }) => {
            if (data) setMade(data)
          }}
        >
          <label className="flex flex-wrap items-center gap-2">
            It looks like
            <Select
              name="profile"
              defaultValue="linux-server"
              options={profiles.map(({ id, name }) => ({ label: name, value: id }))}
            />
          </label>
        </ApiForm>
      ) : (
        <p>
          Without scripts:{' '}
          <a href="/api/workspace/sensors/script?type=install">download the install script</a>, which holds a
          token for one sensor, and run it there as root within an hour.
        </p>
      )}
    </Panel>
  )
}

function Command({ made, onHeard, onAnew }: { made: Install; onHeard: () => void; onAnew: () => void }) {
  const [state, setState] = useState<Install>(made)
  const [isCopied, setCopied] = useState(false)
  const obstacle = whoReaches(made.command)
  useEffect(() => {
    if (state.is_heard) return
    const timer = setTimeout(async () => {
      const answer = await send<Install>(`/api/workspace/sensors/installs/${made.id}`, 'GET')
      // A new object each time, so that the next look follows.
      setState((before) => ({ ...before, ...answer.data, command: made.command }))
      if (answer.data?.is_heard) onHeard()
    }, lookEveryMs)
    return () => clearTimeout(timer)
  }, [state, made, onHeard])
  return (
    <div className="grid gap-3">
      <p>
        Run this on the host. It is shown this once, {made.has_place ? 'makes' : 'repairs'} one sensor, and
        ends <Moment at={made.expires} />.
      </p>
      {!made.has_place && (
        <Alert variant="warning">
          Your plan has no place for another sensor: on a host that is one the command repairs it, and a new
          host is refused until a sensor is removed.
        </Alert>
      )}
      <div className="flex flex-wrap items-start gap-2">
        <code className="mono block min-w-0 flex-1 rounded-control border border-line bg-sunken px-3 py-2 text-dense break-all select-all">
          {made.command}
        </code>
        <Button
          variant="secondary"
          onClick={() => void navigator.clipboard.writeText(made.command).then(() => setCopied(true))}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      {obstacle !== '' && <Alert variant="warning">{obstacle}</Alert>}
      <div aria-live="polite">
        {state.is_heard ? (
          <Alert variant="success">
            <Link to={`/sensors/${state.sensor}`}>{state.name}</Link> is online.
          </Alert>
        ) : (
          // A sensor that is repaired says so on its host, and goes on as it was here.
          (made.has_place || state.sensor !== null) && (
            <Alert>
              Waiting for first heartbeat …{' '}
              {state.sensor === null ? 'The host has not enrolled yet.' : `${state.name} is enrolled.`}
            </Alert>
          )
        )}
      </div>
      <div>
        <Button variant="quiet" size="sm" onClick={onAnew}>
          Another command
        </Button>
      </div>
    </div>
  )
}
