import { Link } from 'react-router'
import { term } from '#gnql/term.ts'
import type { CveActivity, CveReport, Ranked } from '#model/cve-report.ts'
import { useFrame } from '../../page-frame.tsx'
import { RankedBars } from '../../ui/charts/ranked-bars.tsx'
import { StackedBars } from '../../ui/charts/stacked-bars.tsx'
import { InertText } from '../../ui/inert-text.tsx'
import { ClassBadge } from '../../ui/class-icon.tsx'
import { Moment, useZoned } from '../../ui/moment.tsx'
import { counted, withCommas } from '../../ui/numbers.ts'
import { Panel } from '../../ui/panel.tsx'
import { Empty } from '../../ui/state.tsx'
import { Cell, Heading, Row, Table } from '../../ui/table.tsx'
import { ReachNote } from '../error/reach-note.tsx'
import { exportHref } from '../query/export-menu.tsx'
import { queryHref } from '../../query-href.ts'
import { Value } from '../value/value.tsx'

const source = 'own sensors and captures'
/** Of the table's windows, which the API counts (`threat_ip_count_10d`), those of whole days, and all there is. */
export const spans = [10, 30, 90] as const
export type Span = (typeof spans)[number]
export const spanOf = (text: string | null): Span => spans.find((days) => String(days) === text) ?? 30

/** All addresses that try it; by its tags where the plan cannot ask for CVEs, which is the same addresses. */
const whoTries = ({ cve, lacking }: CveReport, { tags }: CveActivity): string =>
  lacking.includes('feature-ip-vuln-correlation')
    ? tags.map(({ slug }) => term('tags', slug)).join(' OR ')
    : term('cve', cve)

/** Who tries it, by the day, and what that amounts to. */
export function Activity({
  report,
  activity,
  span,
}: {
  report: CveReport
  activity: CveActivity
  span: Span
}) {
  // A plan may reach fewer days.
  const shown = Math.min(span, activity.days.length)
  const offered = spans.filter((days) => days <= activity.days.length)
  const { status, plan } = useFrame()
  const today = status.now.slice(0, 10)
  if (activity.tags.length === 0)
    return (
      <Panel title="Activity">
        <Empty why="No rule of ours detects this CVE, so our sensors cannot tell who tries it." />
      </Panel>
    )
  return (
    <Panel title="Activity" from={{ window: `last ${counted(shown, 'day')}, UTC days`, source }}>
      {activity.seen ? (
        <div className="grid gap-4">
          {offered.length > 1 && (
            <nav aria-label="Days shown" className="chrome flex gap-3 text-dense">
              {offered.map((days) => (
                <Link
                  key={days}
                  to={`?days=${days}`}
                  preventScrollReset
                  aria-current={days === shown ? 'true' : undefined}
                  className={`inline-flex min-h-6 items-center ${days === shown ? 'font-semibold text-ink no-underline' : ''}`}
                >
                  {days} days
                </Link>
              ))}
            </nav>
          )}
          <ReachNote shown={plan.historicDays} asked={span} />
          <StackedBars bars={activity.days.slice(-shown)} noun="Addresses" today={today} />
          <p>
            First seen by our sensors <Moment at={activity.firstSeen} />, last{' '}
            <Moment at={activity.lastSeen} />;{' '}
            <Link to={queryHref(whoTries(report, activity))}>
              {counted(activity.addresses, 'address', 'addresses')} in 90 days
            </Link>
            .
          </p>
          <Windows activity={activity} />
        </div>
      ) : (
        <Empty why="Not tried against our sensors in the last 90 days. That does not make it harmless." />
      )}
      <PhaseNote activity={activity} />
    </Panel>
  )
}

function Windows({ activity: { threat, benign } }: { activity: CveActivity }) {
  const windows = [
    ['Last 24 hours', 'd1'],
    ['Last 10 days', 'd10'],
    ['Last 30 days', 'd30'],
  ] as const
  return (
    <Table label="Distinct addresses by window">
      <thead>
        <tr>
          <Heading>Distinct addresses, until now</Heading>
          {windows.map(([name]) => (
            <Heading key={name} className="text-right">
              {name}
            </Heading>
          ))}
        </tr>
      </thead>
      <tbody>
        {(
          [
            ['Malicious or suspicious', threat],
            ['Benign', benign],
          ] as const
        ).map(([name, counts]) => (
          <Row key={name}>
            <Cell>{name}</Cell>
            {windows.map(([window, key]) => (
              <Cell key={window} className="text-right">
                {withCommas(counts[key])}
              </Cell>
            ))}
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

/** The phase is never a bare word: what decided stands beside it. */
const PhaseNote = ({ activity: { phase } }: { activity: CveActivity }) => (
  <p className="mt-3 max-w-[90ch]">
    Phase here: <strong className="font-semibold">{phase.word}</strong>. {phase.because}{' '}
    <span className="text-label text-ink-3">Method cve-phase {phase.method}.</span>
  </p>
)

const lists = [
  ['Source countries', 'country', 'countries', 'last 90 days'],
  ['Source networks', 'asn', 'networks', 'last 90 days'],
  ['Ports tried', 'raw_data.scan.port', 'ports', 'last 30 days'],
  ['Paths asked for', 'raw_data.http.path', 'paths', 'last 30 days'],
] as const

export function Tops({ activity }: { activity: CveActivity }) {
  const filled = lists.filter(([, , key]) => activity[key].length > 0)
  return filled.length === 0 ? null : (
    <div className="grid items-start gap-4 md:grid-cols-2">
      {filled.map(([title, field, key, window]) => (
        <Panel key={key} title={title} from={{ window, source }}>
          <RankedBars
            label={title}
            noun="addresses"
            rows={activity[key].map((row) => ({
              key: row.value,
              count: row.addresses,
              label: <Ranking field={field} row={row} />,
            }))}
          />
        </Panel>
      ))}
    </div>
  )
}

function Ranking({ field, row }: { field: string; row: Ranked & { organization?: string } }) {
  // "443/tcp" is asked for by its port.
  if (field === 'raw_data.scan.port')
    return <Value field={field} value={row.value.replace(/\/.*$/, '')} text={row.value} limit={400} mono />
  return (
    <span className="inline-flex min-w-0 flex-wrap gap-x-2">
      <Value field={field} value={row.value} />
      {row.organization && (
        <span className="text-ink-2">
          <InertText text={row.organization} limit={60} mono={false} />
        </span>
      )}
    </span>
  )
}

export function Attackers({ report }: { report: CveReport }) {
  const { activity } = report
  const lastTried = useZoned('Last tried')
  if (!activity || activity.attackers.length === 0) return null
  return (
    <Panel
      title="Latest addresses"
      from={{ window: 'last 90 days', source }}
      action={
        <Link to={queryHref(whoTries(report, activity))}>View all {withCommas(activity.addresses)}</Link>
      }
      flush
    >
      <Table label="Latest addresses that tried it">
        <thead>
          <tr>
            <Heading>Class</Heading>
            <Heading>IP</Heading>
            <Heading>Organization</Heading>
            <Heading>Country</Heading>
            <Heading>{lastTried}</Heading>
          </tr>
        </thead>
        <tbody>
          {activity.attackers.map((row) => (
            <Row key={row.ip}>
              <Cell>
                <ClassBadge of={row.classification} />
              </Cell>
              <Cell>
                <Value field="" value={row.ip} to={`/ip/${encodeURIComponent(row.ip)}`} />
              </Cell>
              <Cell>
                {row.organization !== '' && <Value field="organization" value={row.organization} />}
              </Cell>
              <Cell>{row.country !== '' && <Value field="country" value={row.country} />}</Cell>
              <Cell className="whitespace-nowrap">
                <Moment at={row.lastSeen} zoned={false} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      <p className="flex flex-wrap gap-x-4 px-4 py-2 text-dense">
        <span className="text-ink-2">Download all addresses as</span>
        {(['txt', 'json'] as const).map((format) => (
          <a
            key={format}
            href={exportHref(whoTries(report, activity), format)}
            className="inline-flex min-h-6 items-center"
          >
            {format.toUpperCase()}
          </a>
        ))}
      </p>
    </Panel>
  )
}

export function AlsoTried({ activity }: { activity: CveActivity }) {
  return activity.alsoTried.length === 0 ? null : (
    <Panel title="The same addresses also try" from={{ window: 'last 90 days', source }}>
      <RankedBars
        label="Other CVEs of the same addresses"
        noun="addresses"
        rows={activity.alsoTried.map((row) => ({
          key: row.value,
          count: row.addresses,
          label: <Value field="cve" value={row.value} />,
        }))}
      />
    </Panel>
  )
}
