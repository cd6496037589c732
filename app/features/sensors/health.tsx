import type { SensorCheck } from '#model/sensor/protocol.ts'
import type { SensorDetail } from '#services/sensors/one.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { InertText } from '../../ui/inert-text.tsx'
import { Moment } from '../../ui/moment.tsx'
import { counted, withCommas } from '../../ui/numbers.ts'
import { Panel } from '../../ui/panel.tsx'
import { sizeText } from '../analysis/bytes.ts'
import { durationText } from './duration.ts'
import { lossWords } from './loss-words.ts'
import { portList } from './port-list.ts'

const looks: Record<SensorCheck['state'], { icon: IconName; ink: string; word: string }> = {
  ok: { icon: 'circle-check', ink: 'text-ok', word: 'well' },
  warning: { icon: 'triangle-alert', ink: 'text-warn', word: 'warning' },
  failed: { icon: 'circle-alert', ink: 'text-danger', word: 'failed' },
}

const names: Record<SensorCheck['name'], string> = {
  capture: 'Capture',
  decoys: 'Decoys',
  disk: 'Disk',
  clock: 'Clock',
  shipping: 'Sending',
  tls: 'TLS',
  update: 'Updates',
}

/** What the agent said of itself last. */
export function Health({ sensor }: { sensor: SensorDetail }) {
  const { said, lastHeartbeat, skewMs } = sensor
  const losses = Object.entries(said.losses).filter(([, count]) => count > 0)
  return (
    <Panel
      title="Checks"
      action={
        <span className="text-label text-ink-3">
          {lastHeartbeat === null ? 'not heard yet' : <Moment at={new Date(lastHeartbeat).toISOString()} />}
        </span>
      }
    >
      <ul className="grid gap-2">
        {said.checks.map(({ name, state, detail }) => (
          <li key={name} className="flex items-start gap-2">
            <span className={`mt-0.5 ${looks[state].ink}`}>
              <Icon name={looks[state].icon} label={looks[state].word} />
            </span>
            <span className="min-w-0">
              <span className="font-medium">{names[name]}</span>{' '}
              <span className="text-ink-2">
                <InertText text={detail} limit={400} mono={false} />
              </span>
            </span>
          </li>
        ))}
      </ul>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 border-t border-line pt-3 text-dense">
        <Fact name="Clock">
          {skewMs === null
            ? 'not known'
            : `${durationText(Math.abs(skewMs))} ${skewMs >= 0 ? 'behind' : 'ahead'}`}
        </Fact>
        <Fact name="Lag">{sensor.lastBatch === null ? 'nothing came yet' : durationText(sensor.lagMs)}</Fact>
        <Fact name="Waiting">
          {counted(said.spool.batches, 'batch', 'batches')}, {sizeText(said.spool.bytes)}
        </Fact>
        <Fact name="Free">{sizeText(said.spool.freeBytes)}</Fact>
        <Fact name="Ports">{portList(said.listening) || 'none'}</Fact>
        {losses.map(([reason, count]) => (
          <Fact key={reason} name="Lost">
            {withCommas(count)} <InertText text={lossWords(reason)} limit={64} mono={false} />
          </Fact>
        ))}
      </dl>
    </Panel>
  )
}

export function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </>
  )
}
