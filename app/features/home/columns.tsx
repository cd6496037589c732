import { Link } from 'react-router'
import { term } from '#gnql/term.ts'
import type { HomeReport } from '#model/home.ts'
import type { TrendReport } from '#model/tag-report.ts'
import { Badge } from '../../ui/badge.tsx'
import { RankedBars } from '../../ui/charts/ranked-bars.tsx'
import { Sparkline } from '../../ui/charts/sparkline.tsx'
import { stackOrder } from '../../ui/charts/bar.ts'
import { classLooks, ClassIcon } from '../../ui/class-icon.tsx'
import { counted, withCommas } from '../../ui/numbers.ts'
import { Panel } from '../../ui/panel.tsx'
import { queryHref, todaysQuery } from '../../query-href.ts'
import { Value } from '../value/value.tsx'

const source = 'own sensors and captures'
const record = { window: 'last 90 days, UTC' }

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)

/** Who was here in the last 24 hours: exactly the answer to the query it links to. */
export function Today({ home: { today, days, total, sessions } }: { home: HomeReport }) {
  const addresses = sum(Object.values(today.addresses))
  return (
    <Panel title="Today" from={{ window: 'last 24 h, UTC', source }}>
      <p>
        <Link to={queryHref(todaysQuery)} className="text-entity font-semibold no-underline">
          {withCommas(addresses)}
        </Link>{' '}
        {addresses === 1 ? 'address' : 'addresses'} last seen in the last{' '}
        <span className="whitespace-nowrap">24 h</span>
      </p>
      <ul className="mt-2 grid gap-1">
        {stackOrder.map((name) => (
          <li key={name} className="grid grid-cols-[minmax(0,1fr)_auto_3.5rem] items-center gap-2">
            <Link
              to={queryHref(`${todaysQuery} ${term('classification', name)}`)}
              className="inline-flex min-h-6 items-center gap-2"
            >
              <ClassIcon of={name} />
              {classLooks[name].word}
            </Link>
            <Sparkline
              values={days.map(({ counts }) => counts[name])}
              subject={`${classLooks[name].word} addresses per day, last ${days.length} days`}
              width={80}
              unfinished
            />
            <span className="text-right">{withCommas(today.addresses[name])}</span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-label text-ink-3">
        The traces show the last {counted(days.length, 'day')}. {counted(total, 'address', 'addresses')} in{' '}
        {counted(sessions, 'session')} in 90 days.
      </p>
    </Panel>
  )
}

/** Tags of one view of the trends, the first few, with what they are ranked by. */
export function TagColumn({
  title,
  window,
  report,
  empty,
}: {
  title: string
  window: string
  report: TrendReport
  empty: string
}) {
  return (
    <Panel
      title={title}
      from={{ window }}
      action={
        <Link to={`/trends/${report.sort}`} className="text-label">
          All
        </Link>
      }
    >
      {report.rows.length === 0 ? (
        <p className="text-ink-2">{empty}</p>
      ) : (
        <RankedBars
          label={title}
          noun="addresses"
          rows={report.rows.map((row) => ({
            key: row.slug,
            count: row.inADay,
            label: (
              <span className="inline-flex items-center gap-2">
                <ClassIcon of={row.intention === 'unknown' ? 'other' : row.intention} named />
                <Value field="tags" value={row.name} to={`/tags/${row.slug}`} />
                {row.newcomer && <Badge />}
              </span>
            ),
          }))}
        />
      )}
    </Panel>
  )
}

export function CvesSeen({ cves }: { cves: NonNullable<HomeReport['topCves']> }) {
  return (
    <Panel title="CVEs seen" from={record}>
      {cves.length === 0 ? (
        <p className="text-ink-2">No Popular CVEs found.</p>
      ) : (
        <RankedBars
          label="CVEs seen"
          noun="addresses"
          rows={cves.map((row) => ({
            key: row.cve,
            count: row.addresses,
            label: <Value field="cve" value={row.cve} />,
          }))}
        />
      )}
    </Panel>
  )
}
