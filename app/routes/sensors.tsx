import { Form, Link, useRevalidator } from 'react-router'
import { services } from '../context.ts'
import { AddSensor } from '../features/sensors/add-sensor.tsx'
import { Counts } from '../features/sensors/counts.tsx'
import { readFilters, sensorsHref } from '../features/sensors/filters.ts'
import { SensorMap } from '../features/sensors/sensor-map.tsx'
import { SensorTable } from '../features/sensors/sensor-table.tsx'
import { useLive } from '../features/shell/use-live.ts'
import { orRouteError } from '../route-error.ts'
import { Button, buttonLook } from '../ui/button.tsx'
import { counted } from '../ui/numbers.ts'
import { Panel } from '../ui/panel.tsx'
import { Empty } from '../ui/state.tsx'
import { useFieldOfAddress } from '../ui/use-field-of-address.ts'
import { pageTexts } from '../page-texts.ts'
import type { Route } from './+types/sensors'

export async function loader({ context, url }: Route.LoaderArgs) {
  const filters = readFilters(url.searchParams)
  const { search, sort, descending, page, view } = filters
  const { listSensors, everySensor, listProfiles } = context.get(services)
  const [list, placed, profiles] = await orRouteError(
    Promise.all([
      listSensors({ search, sort, descending, page, pageSize: 50 }),
      view === 'map' ? everySensor({ search }) : null,
      listProfiles(),
    ]),
  )
  const choices = profiles.map(({ profile: { id, name } }) => ({ id, name }))
  return { filters: { ...filters, page: list.page }, list, placed, profiles: choices }
}

export const meta: Route.MetaFunction = () =>
  pageTexts(
    'Sensors · Noisefloor',
    'Hosts that capture what reaches them: which are online, and what they saw.',
  )

const quiet = `${buttonLook({ variant: 'secondary' })} hover:no-underline`

export default function Sensors({ loaderData: { filters, list, placed, profiles } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const anew = () => void revalidate()
  useLive(true)
  const { total, pages, counts } = list
  const field = useFieldOfAddress<HTMLInputElement>(filters.search)
  const all = Object.values(counts).reduce((sum, one) => sum + one, 0)
  const exported = new URLSearchParams({ ...(filters.search && { search: filters.search }) })
  return (
    <div className="grid gap-5">
      <h1 className="text-head font-semibold">Sensors</h1>
      {all > 0 && <Counts counts={counts} />}
      {all > 0 && (
        <div className="chrome flex flex-wrap items-end gap-3">
          <Form
            action="/sensors"
            role="search"
            aria-label="Search sensors"
            className="flex min-w-0 flex-1 basis-72 gap-2"
          >
            <label htmlFor="sensor-search" className="sr-only">
              Name, host, profile, address, country or state
            </label>
            <input
              ref={field}
              id="sensor-search"
              name="search"
              type="search"
              defaultValue={filters.search}
              placeholder="Name, host, profile, address, country or state"
              maxLength={200}
              autoComplete="off"
              className="h-[34px] w-full max-w-xl min-w-0 rounded-control border border-control bg-surface px-3 text-ink placeholder:text-ink-3 pointer-coarse:min-h-11"
            />
            {filters.view === 'map' && <input type="hidden" name="view" value="map" />}
            <Button type="submit" variant="secondary" size="lg">
              Search
            </Button>
          </Form>
          <nav aria-label="View" className="flex gap-2">
            {(['table', 'map'] as const).map((view) => (
              <Link
                key={view}
                to={sensorsHref(filters, { view })}
                aria-current={filters.view === view ? 'true' : undefined}
                className={`${buttonLook({ variant: filters.view === view ? 'primary' : 'secondary' })} hover:no-underline`}
              >
                {view === 'table' ? 'Table' : 'Map'}
              </Link>
            ))}
          </nav>
          <a href={`/api/workspace/sensors/export?${exported}`} className={quiet}>
            Export CSV
          </a>
        </div>
      )}
      {all === 0 && (
        <Empty why="No sensor yet. A sensor is a host that nobody has business with: whatever reaches it is noise, and shows here." />
      )}
      {all > 0 && total === 0 && (
        <Empty why="No sensor matches.">
          <Link to="/sensors">View all sensors</Link>
        </Empty>
      )}
      {placed && total > 0 && <SensorMap sensors={placed} filters={filters} />}
      {!placed && total > 0 && (
        <Panel
          title={counted(total, 'sensor')}
          from={{ window: 'last 24 hours', source: 'own sensors' }}
          flush
        >
          <SensorTable sensors={list.sensors} filters={filters} onChange={anew} />
        </Panel>
      )}
      {!placed && pages > 1 && (
        <nav aria-label="Pages" className="chrome flex flex-wrap items-center gap-3">
          {filters.page > 1 && (
            <Link to={sensorsHref(filters, { page: filters.page - 1 })} rel="prev" className={quiet}>
              Previous page
            </Link>
          )}
          <span className="text-ink-2">
            Page {filters.page} of {pages}
          </span>
          {filters.page < pages && (
            <Link to={sensorsHref(filters, { page: filters.page + 1 })} rel="next" className={quiet}>
              Next page
            </Link>
          )}
        </nav>
      )}
      <AddSensor profiles={profiles} onHeard={anew} />
    </div>
  )
}
