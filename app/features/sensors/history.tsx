import type { SensorDetail } from '#services/sensors/one.ts'
import { InertText } from '../../ui/inert-text.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Panel } from '../../ui/panel.tsx'

const words: Record<string, string> = {
  name: 'name',
  profile: 'profile',
  profileVersion: 'version of the profile',
  ipAddress: 'address',
  publish: 'published',
  isCapturing: 'capture',
  excluded: 'excluded',
  networkPorts: 'ports of other programs',
}

const valueText = (value: unknown): string =>
  Array.isArray(value)
    ? value.join(', ') || 'none'
    : value === true
      ? 'yes'
      : value === false
        ? 'no'
        : String(value)

/** Who said what anew of a sensor, newest first. */
export function History({
  history,
  workedBy,
  profiles,
}: Pick<SensorDetail, 'history' | 'workedBy'> & { profiles: readonly { id: string; name: string }[] }) {
  // One that was removed since is known by its id alone.
  const said = (name: string, value: unknown): string =>
    (name === 'profile' && profiles.find(({ id }) => id === value)?.name) || valueText(value)
  return (
    <Panel title="Configuration" from={{ source: `the agent works by version ${workedBy}` }}>
      {history.length === 0 ? (
        <p className="text-ink-2">Nothing was changed since it was installed.</p>
      ) : (
        <ol className="grid gap-2">
          {history.map(({ at, version, what }) => (
            <li key={`${at} ${version}`} className="text-dense">
              <Moment at={new Date(at).toISOString()} /> · version {version}
              <ul className="text-ink-2">
                {Object.entries(what).map(([name, value]) => (
                  <li key={name}>
                    {words[name] ?? name}: <InertText text={said(name, value)} limit={200} mono={false} />
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  )
}
