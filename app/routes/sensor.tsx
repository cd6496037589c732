import { Link, useRevalidator } from 'react-router'
import { services } from '../context.ts'
import { Fact, Health } from '../features/sensors/health.tsx'
import { History } from '../features/sensors/history.tsx'
import { Hours } from '../features/sensors/hours.tsx'
import { Latest } from '../features/sensors/latest.tsx'
import { PortsTable } from '../features/sensors/ports-table.tsx'
import { SensorSettings } from '../features/sensors/settings.tsx'
import { State } from '../features/sensors/state.tsx'
import { useLive } from '../features/shell/use-live.ts'
import { useFrame } from '../page-frame.tsx'
import { orRouteError } from '../route-error.ts'
import { DemoMark } from '../features/sensors/demo-mark.tsx'
import { InertText } from '../ui/inert-text.tsx'
import { Moment } from '../ui/moment.tsx'
import { Panel } from '../ui/panel.tsx'
import { visible } from '../ui/visible-text.ts'
import { pageTexts } from '../page-texts.ts'
import type { Route } from './+types/sensor'

export async function loader({ context, params }: Route.LoaderArgs) {
  const { getSensor, listProfiles, workspacePublishes } = context.get(services)
  const [sensor, profiles] = await orRouteError(Promise.all([getSensor({ id: params.id }), listProfiles()]))
  return {
    sensor,
    profiles: profiles.map(({ profile: { id, name } }) => ({ id, name })),
    canPublish: workspacePublishes,
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageTexts(
    `${visible(loaderData?.sensor.name ?? 'Sensor')} · Noisefloor`,
    'A sensor: its state, what reached it, and its settings.',
  )

const iso = (at: number): string => new Date(at).toISOString()

export default function Sensor({ loaderData: { sensor, profiles, canPublish } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const anew = () => void revalidate()
  useLive(true)
  const { status } = useFrame()
  const latest = sensor.latest.map((one) => ({
    ...one,
    start: iso(one.first_packet),
    source_ip: one.src_ip,
    source_port: one.src_port,
    destination_port: one.dst_port,
  }))
  return (
    <div className="grid gap-5">
      <header className="grid gap-1">
        <p className="text-dense">
          <Link to="/sensors">Sensors</Link>
        </p>
        <h1 className="text-entity font-semibold">
          <InertText text={sensor.name} limit={80} mono={false} />
        </h1>
        <p className="flex flex-wrap items-baseline gap-x-3">
          <State state={sensor.state} />
          <span className="text-ink-2">
            <InertText text={sensor.reason} limit={400} mono={false} />
          </span>
          {sensor.isDemo && <DemoMark />}
        </p>
      </header>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_340px]">
        <div className="grid min-w-0 gap-4">
          <Hours hours={sensor.hours} now={Date.parse(status.now)} />
          <Latest key={sensor.id} sensor={sensor.id} first={latest} />
          <Panel title={`What it looks like: ${visible(sensor.pretends.name)}`} flush>
            <PortsTable profile={sensor.pretends} />
          </Panel>
        </div>
        <div className="grid min-w-0 gap-4">
          <Panel title="Host">
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-dense">
              <Fact name="Address">
                <span className="mono">{sensor.ipAddress || 'not known'}</span>
              </Fact>
              <Fact name="Place">
                {[sensor.city, sensor.country].filter(Boolean).join(', ') || 'not known'}
              </Fact>
              <Fact name="Network">
                {[sensor.asn, sensor.organization].filter(Boolean).join(' ') || 'not known'}
              </Fact>
              <Fact name="Host">
                <InertText text={sensor.hostname} limit={200} />
              </Fact>
              <Fact name="System">
                <InertText text={`${sensor.os} ${sensor.arch}`} limit={120} mono={false} />
              </Fact>
              <Fact name="Agent">
                <InertText text={sensor.agentVersion} limit={64} mono={false} />
              </Fact>
              <Fact name="Installed">
                <Moment at={iso(sensor.enrolled)} />
              </Fact>
            </dl>
          </Panel>
          <Health sensor={sensor} />
          <SensorSettings sensor={sensor} profiles={profiles} canPublish={canPublish} onChange={anew} />
          <Panel title="Packets">
            <Link to={`/sensors/pcaps?sensors=${sensor.id}`}>Request what it captured</Link>
          </Panel>
          <History history={sensor.history} workedBy={sensor.workedBy} profiles={profiles} />
        </div>
      </div>
    </div>
  )
}
