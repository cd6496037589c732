import { useRevalidator } from 'react-router'
import type { Pcap } from '#model/pcap.ts'
import { InertText } from '../../ui/inert-text.tsx'
import { Moment, useZoned } from '../../ui/moment.tsx'
import { withCommas } from '../../ui/numbers.ts'
import { Progress } from '../../ui/progress.tsx'
import { Cell, Heading, Row, Table } from '../../ui/table.tsx'
import { useAlive } from '../../ui/use-alive.ts'
import { ApiForm } from '../account/form.tsx'
import { sizeText } from '../analysis/bytes.ts'
import type { SensorChoice } from './request-form.tsx'

const callOf = (id: string): string => `/api/workspace/sensors/pcap/${id}`
const iso = (at: number): string => new Date(at).toISOString()

const stateWords: Readonly<Record<Pcap['state'], string>> = {
  queued: 'Waiting for its turn',
  running: 'Gathering packets',
  completed: 'Ready',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

/** Files that the workspace asked for, newest first. */
export function PcapList({ pcaps, sensors }: { pcaps: readonly Pcap[]; sensors: readonly SensorChoice[] }) {
  const names = new Map(sensors.map(({ id, name }) => [id, name]))
  return (
    <Table label="Files of packets, newest first">
      <thead>
        <tr>
          <Heading>{useZoned('Range')}</Heading>
          <Heading>Which sessions</Heading>
          <Heading>State</Heading>
          <Heading className="text-right">Packets</Heading>
          <Heading className="text-right">Size</Heading>
          <Heading>SHA-256</Heading>
          <Heading>{useZoned('Kept until')}</Heading>
          <Heading>Actions</Heading>
        </tr>
      </thead>
      <tbody>
        {pcaps.map((pcap) => (
          <One key={pcap.id} pcap={pcap} nameOf={(id) => names.get(id) ?? id} />
        ))}
      </tbody>
    </Table>
  )
}

function One({ pcap, nameOf }: { pcap: Pcap; nameOf: (sensor: string) => string }) {
  const { from, to, sensors, query, state, packets, bytes, sha256, expires, error } = pcap
  const isKnown = state === 'completed' || state === 'running'
  return (
    <Row>
      <th scope="row" className="cell text-left font-normal whitespace-nowrap">
        <Moment at={iso(from)} zoned={false} /> – <Moment at={iso(to)} zoned={false} />
      </th>
      <Cell className="min-w-40">
        <InertText text={query === '*' ? 'all' : query} limit={80} mono={query !== '*'} />
        {sensors.length > 0 && (
          <span className="block text-ink-2">
            <InertText text={sensors.map(nameOf).join(', ')} limit={80} mono={false} />
          </span>
        )}
      </Cell>
      <Cell className="min-w-40">
        {stateWords[state]}
        {state === 'running' && <Gathering pcap={pcap} />}
        {error !== '' && <span className="block text-ink-2">{error}</span>}
      </Cell>
      <Cell className="text-right">{isKnown && withCommas(packets)}</Cell>
      <Cell className="text-right whitespace-nowrap">{isKnown && sizeText(bytes)}</Cell>
      <Cell className="font-mono">
        {sha256 !== '' && <span className="block w-[34ch] break-all">{sha256}</span>}
      </Cell>
      <Cell>
        <Moment at={iso(expires)} zoned={false} />
      </Cell>
      <Cell className="min-w-52">
        <Acts pcap={pcap} />
      </Cell>
    </Row>
  )
}

function Gathering({ pcap: { captures, estimate } }: { pcap: Pcap }) {
  return (
    <span className="block pt-1">
      <Progress percent={(100 * captures) / Math.max(1, estimate.captures)} label="Captures read" />
    </span>
  )
}

/** Ending and removing one needs scripts. */
function Acts({ pcap: { id, state } }: { pcap: Pcap }) {
  const isAlive = useAlive()
  const { revalidate } = useRevalidator()
  const onDone = (): void => void revalidate()
  const isOpen = state === 'queued' || state === 'running'
  return (
    <div className="flex flex-wrap items-center gap-3">
      {state === 'completed' && (
        <a href={`${callOf(id)}/file`} download className="inline-flex min-h-6 items-center">
          Download
        </a>
      )}
      {isAlive && isOpen && (
        <ApiForm
          path={`${callOf(id)}/cancel`}
          method="POST"
          label="Cancel"
          look={{ variant: 'secondary', size: 'sm' }}
          onDone={onDone}
        />
      )}
      {isAlive && !isOpen && (
        <ApiForm
          path={callOf(id)}
          method="DELETE"
          label="Delete"
          ask="Delete this file of packets? The captures themselves stay."
          look={{ variant: 'danger', size: 'sm' }}
          onDone={onDone}
        />
      )}
    </div>
  )
}
