import { Link } from 'react-router'
import type { SensorProfile } from '#model/sensor/profile.ts'
import type { ProfileSummary } from '#services/sensors/profiles.ts'
import { Badge } from '../../ui/badge.tsx'
import { InertText } from '../../ui/inert-text.tsx'
import { counted } from '../../ui/numbers.ts'

const shownPorts = 8

/** "22 ssh", "53/udp dns", "8000–8100 catch-all": TCP is not said. */
function portsOf({ ports, catchAll = [] }: SensorProfile): string[] {
  const of = (transport: 'tcp' | 'udp') => (transport === 'tcp' ? '' : '/udp')
  return [
    ...ports.map(({ port, transport, protocol }) => `${port}${of(transport)} ${protocol}`),
    ...catchAll.map(({ from, to, transport }) => `${from}–${to}${of(transport)} catch-all`),
  ]
}

/** A profile in a list. */
export function ProfileCard({ of: { profile, isOwn, sensors } }: { of: ProfileSummary }) {
  const ports = portsOf(profile)
  const more = ports.length - shownPorts
  return (
    <li className="grid content-start gap-2 rounded-control border border-line bg-surface px-4 py-3">
      <h2 className="flex flex-wrap items-baseline gap-2 font-semibold">
        <Link to={`/sensors/profiles/${profile.id}`}>
          <InertText text={profile.name} limit={80} mono={false} />
        </Link>
        {isOwn && <Badge>own</Badge>}
        {profile.device && <Badge>device</Badge>}
      </h2>
      <p className="text-ink-2">
        <InertText text={profile.description} limit={400} mono={false} />
      </p>
      <p className="text-dense">
        {ports.slice(0, shownPorts).join(' · ')}
        {more > 0 && ` · ${more} more`}
      </p>
      <p className="text-label text-ink-3">
        {profile.categories.join(', ')} · by <InertText text={profile.author} limit={80} mono={false} /> ·{' '}
        {sensors.length === 0 ? 'no sensor' : counted(sensors.length, 'sensor')}
      </p>
    </li>
  )
}
