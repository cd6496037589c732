import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ListedSensor } from '#services/sensors/list.ts'
import { Sparkline } from '../../ui/charts/sparkline.tsx'
import { InertText } from '../../ui/inert-text.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Cell, Heading, Row, Table } from '../../ui/table.tsx'
import { sizeText } from '../analysis/bytes.ts'
import { type Order, type SensorFilters, sensorsHref } from './filters.ts'
import { durationText } from './duration.ts'
import { DemoMark } from './demo-mark.tsx'
import { Rename } from './rename.tsx'
import { State } from './state.tsx'

const iso = (at: number | null): string => (at === null ? '' : new Date(at).toISOString())

export function SensorTable({
  sensors,
  filters,
  onChange,
}: {
  sensors: ListedSensor[]
  filters: SensorFilters
  onChange: () => void
}) {
  return (
    <Table label="Sensors found">
      <thead>
        <tr>
          <Sorted filters={filters} sort="name" className="sticky left-0 bg-surface">
            Name
          </Sorted>
          <Sorted filters={filters} sort="status">
            Status
          </Sorted>
          <Sorted filters={filters} sort="persona_name">
            Profile
          </Sorted>
          <Sorted filters={filters} sort="public_ips">
            Address
          </Sorted>
          <Sorted filters={filters} sort="last_seen">
            Last heartbeat
          </Sorted>
          <Heading>Sessions, 24 h</Heading>
          <Heading className="text-right">Lag</Heading>
          <Heading className="text-right">Waiting</Heading>
          <Heading>Agent</Heading>
        </tr>
      </thead>
      <tbody>
        {sensors.map((one) => (
          <Row key={one.id} className="group/row *:align-top">
            <th
              scope="row"
              className="sticky left-0 bg-surface px-3 py-1 font-normal group-hover/row:bg-hover"
            >
              <span className="inline-flex flex-wrap items-center gap-1">
                <Link to={`/sensors/${one.id}`} className="font-medium">
                  <InertText text={one.name} limit={80} mono={false} />
                </Link>
                {one.isDemo && <DemoMark />}
                <Rename id={one.id} name={one.name} onDone={onChange} />
              </span>
            </th>
            <Cell>
              <State state={one.state} />
              {one.reason !== '' && (
                <p className="max-w-[22rem] min-w-48 text-label whitespace-normal text-ink-2 [&_.inert]:wrap-anywhere [&_.inert]:whitespace-normal">
                  <InertText text={one.reason} limit={300} mono={false} />
                </p>
              )}
            </Cell>
            <Cell>
              <Link to={`/sensors/profiles/${one.profile.id}`}>
                <InertText text={one.profile.name} limit={60} mono={false} />
              </Link>
            </Cell>
            <Cell>
              <span className="mono whitespace-nowrap">{one.ipAddress || '–'}</span>
              <p className="text-label text-ink-2">{[one.country, one.asn].filter(Boolean).join(' · ')}</p>
            </Cell>
            <Cell>
              <Moment at={iso(one.lastHeartbeat)} />
            </Cell>
            <Cell>
              <Sparkline values={one.trace} subject={`${one.name}, sessions per hour`} unfinished />
            </Cell>
            <Cell className="text-right whitespace-nowrap">
              {one.lastBatch === null ? '–' : durationText(one.lagMs)}
            </Cell>
            <Cell className="text-right whitespace-nowrap">{sizeText(one.waitingBytes)}</Cell>
            <Cell className="whitespace-nowrap">{one.agentVersion}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

function Sorted({
  filters,
  sort,
  className = '',
  children,
}: {
  filters: SensorFilters
  sort: Order
  className?: string
  children: ReactNode
}) {
  const isOn = filters.sort === sort
  const descending = isOn && !filters.descending
  return (
    <Heading
      className={className}
      aria-sort={isOn ? (filters.descending ? 'descending' : 'ascending') : undefined}
    >
      <Link
        to={sensorsHref(filters, { sort, descending })}
        preventScrollReset
        className={isOn ? 'text-ink' : 'text-ink-2'}
      >
        {children}
        {isOn && <span aria-hidden>{filters.descending ? ' ↓' : ' ↑'}</span>}
      </Link>
    </Heading>
  )
}
