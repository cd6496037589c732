import { Link, useNavigate } from 'react-router'
import { services } from '../context.ts'
import { ApiForm } from '../features/account/form.tsx'
import { Fact } from '../features/sensors/health.tsx'
import { Transporter } from '../features/sensors/transporter.tsx'
import { PortsTable } from '../features/sensors/ports-table.tsx'
import { Value } from '../features/value/value.tsx'
import { orRouteError } from '../route-error.ts'
import { Badge } from '../ui/badge.tsx'
import { buttonLook } from '../ui/button.tsx'
import { InertText } from '../ui/inert-text.tsx'
import { Moment } from '../ui/moment.tsx'
import { counted } from '../ui/numbers.ts'
import { Panel } from '../ui/panel.tsx'
import { visible } from '../ui/visible-text.ts'
import { useIsHere } from '../ui/use-is-here.ts'
import { pageTexts } from '../page-texts.ts'
import type { Route } from './+types/sensor-profile'

export const loader = async ({ context, params }: Route.LoaderArgs) => ({
  found: await orRouteError(context.get(services).getProfile({ id: params.id })),
})

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageTexts(
    `${visible(loaderData?.found.profile.name ?? 'Profile')} · Noisefloor`,
    'What sensors pretend to be: ports, answers and who uses it.',
  )

/** Sessions by protocol, the most frequent first. */
function totals(hours: Route.ComponentProps['loaderData']['found']['hours']): [string, number][] {
  const by = new Map<string, number>()
  for (const { protocol, sessions } of hours) by.set(protocol, (by.get(protocol) ?? 0) + sessions)
  return [...by].sort(([, a], [, b]) => b - a)
}

export default function SensorProfile({ loaderData: { found } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const isHere = useIsHere()
  const { profile, isOwn, version, sensors, versions, hours } = found
  return (
    <div className="grid gap-5">
      <header className="grid gap-1">
        <p className="text-dense">
          <Link to="/sensors/profiles">Profiles</Link>
        </p>
        <h1 className="flex flex-wrap items-baseline gap-2 text-entity font-semibold">
          <InertText text={profile.name} limit={80} mono={false} />
          {isOwn && <Badge>own</Badge>}
          {profile.device && <Badge>device</Badge>}
        </h1>
        <p className="max-w-prose text-ink-2">
          <InertText text={profile.description} limit={400} mono={false} />
        </p>
      </header>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_340px]">
        <Panel title="Ports" flush>
          <PortsTable profile={profile} />
        </Panel>
        <div className="grid min-w-0 gap-4">
          <Panel title="About">
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-dense">
              <Fact name="System">
                <InertText text={profile.operatingSystem} limit={80} mono={false} />
              </Fact>
              <Fact name="Categories">{profile.categories.join(', ')}</Fact>
              <Fact name="Author">
                <InertText text={profile.author} limit={80} mono={false} />
              </Fact>
              <Fact name="Tier">{profile.tier}</Fact>
              {isOwn && <Fact name="Version">{version}</Fact>}
            </dl>
          </Panel>
          {profile.cves.length > 0 && (
            <Panel title="CVEs it invites">
              <ul className="flex flex-wrap gap-x-3 gap-y-1">
                {profile.cves.map((cve) => (
                  <li key={cve}>
                    <Value field="cve" value={cve} to={`/cves/${cve}`} />
                  </li>
                ))}
              </ul>
            </Panel>
          )}
          {profile.device && <Transporter of={found} />}
          <Panel title="Sensors using it">
            {sensors.length === 0 ? (
              <p className="text-ink-2">None.</p>
            ) : (
              <ul>
                {sensors.map(({ id, name }) => (
                  <li key={id}>
                    <Link to={`/sensors/${id}`}>
                      <InertText text={name} limit={80} mono={false} />
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </Panel>
          {sensors.length > 0 && (
            <Panel title="What reached them" from={{ window: 'last 24 hours' }}>
              {hours.length === 0 ? (
                <p className="text-ink-2">Nothing.</p>
              ) : (
                <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-dense">
                  {totals(hours).map(([protocol, sessions]) => (
                    <Fact key={protocol} name={protocol}>
                      {counted(sessions, 'session')}
                    </Fact>
                  ))}
                </dl>
              )}
            </Panel>
          )}
          <Panel title="Change">
            <div className="grid justify-items-start gap-3">
              <Link
                to={`/sensors/profiles/create?from=${encodeURIComponent(profile.id)}`}
                className={`${buttonLook({ variant: 'secondary' })} hover:no-underline`}
              >
                Copy it
              </Link>
              {isOwn && (
                <>
                  <Link
                    to={`/sensors/profiles/create?edit=${encodeURIComponent(profile.id)}`}
                    className={`${buttonLook({ variant: 'secondary' })} hover:no-underline`}
                  >
                    Edit it
                  </Link>
                  <ApiForm
                    path={`/api/workspace/profiles/${profile.id}`}
                    method="DELETE"
                    label="Remove"
                    ask={`Remove the profile ${profile.name}?`}
                    look={{ variant: 'danger', size: 'sm' }}
                    onDone={() => {
                      if (isHere()) void navigate('/sensors/profiles')
                    }}
                  />
                </>
              )}
            </div>
          </Panel>
          {versions.length > 0 && (
            <Panel title="Versions">
              <ol className="grid gap-1 text-dense">
                {versions.map((one) => (
                  <li key={one.version}>
                    {one.version}: <InertText text={one.name} limit={80} mono={false} /> ·{' '}
                    <Moment at={new Date(one.created).toISOString()} />
                  </li>
                ))}
              </ol>
            </Panel>
          )}
        </div>
      </div>
    </div>
  )
}
