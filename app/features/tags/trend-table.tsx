import type { TrendReport, TrendRow } from '#model/tag-report.ts'
import { Badge } from '../../ui/badge.tsx'
import { ChartFiles } from '../../ui/charts/download/chart-files.tsx'
import { Sparkline } from '../../ui/charts/sparkline.tsx'
import type { CsvTable } from '../../ui/csv.ts'
import { counted, percent, withCommas } from '../../ui/numbers.ts'
import { Cell, Heading, Row, Table } from '../../ui/table.tsx'
import { TagLink } from '../value/tag-link.tsx'
import { CveFirsts } from './tag-table.tsx'

const aDay = (value: number): string => withCommas(Math.round(value * 10) / 10)

/** "+150%" against a past worth comparing with; below ten a day every percentage would be an accident. */
function Change({ row }: { row: TrendRow }) {
  if (row.score === null) return <span className="text-ink-3">no comparison yet</span>
  const share = row.expected >= 10 ? row.level / row.expected - 1 : null
  return (
    <span className="whitespace-nowrap">
      {share !== null && (
        <strong className="font-semibold">{`${share >= 0 ? '+' : '−'}${percent(Math.abs(share))} `}</strong>
      )}
      from {aDay(row.expected)} to {aDay(row.level)} a day
    </span>
  )
}

function Odd({ anomaly }: { anomaly: NonNullable<TrendRow['anomaly']> }) {
  return (
    <span className="whitespace-nowrap">
      <strong className="font-semibold">{anomaly.score > 0 ? 'Surge' : 'Silence'}</strong> on {anomaly.day}:{' '}
      {withCommas(anomaly.seen)} where {aDay(anomaly.expected)} were expected (score{' '}
      {anomaly.score.toFixed(1)})
    </span>
  )
}

const tracesOf = ({ days, rows }: TrendReport): CsvTable => ({
  heads: ['rank', 'tag', 'ips_24h', ...days],
  rows: rows.map(({ rank, name, inADay, trace }) => [rank, name, inADay, ...trace]),
})

export function TrendTable({ report }: { report: TrendReport }) {
  return (
    <div data-chart>
      <Table label="Ranked tags">
        <thead>
          <tr>
            <Heading className="text-right">Rank</Heading>
            <Heading className="sticky left-0 bg-surface">Tag</Heading>
            <Heading>{counted(report.days.length, 'day')}, UTC</Heading>
            <Heading className="text-right">IPs 24 h</Heading>
            <Heading className="text-right">Today</Heading>
            <Heading>{report.sort === 'anomalies' ? 'What was odd' : 'Change'}</Heading>
            <Heading>CVEs</Heading>
          </tr>
        </thead>
        <tbody>
          {report.rows.map((row) => (
            <Row key={row.slug} className="group/row">
              <Cell className="text-right text-ink-2">{row.rank}</Cell>
              <th
                scope="row"
                className="sticky left-0 bg-surface px-3 py-1 text-left font-normal group-hover/row:bg-hover"
              >
                <span className="inline-flex items-center gap-2">
                  <TagLink tag={row} />
                  {row.newcomer && <Badge />}
                </span>
              </th>
              <Cell>
                <Sparkline
                  values={row.trace}
                  subject={`${row.name}, IPs per day`}
                  unfinished={!row.withToday}
                  recent={report.sort === 'trending' ? { days: 2, skip: 0 } : undefined}
                />
              </Cell>
              <Cell className="text-right">{withCommas(row.inADay)}</Cell>
              <Cell className="text-right">{withCommas(row.today)}</Cell>
              <Cell>
                {report.sort === 'anomalies' && row.anomaly ? (
                  <Odd anomaly={row.anomaly} />
                ) : (
                  <Change row={row} />
                )}
              </Cell>
              <Cell className="whitespace-nowrap">
                <CveFirsts cves={row.cves} />
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
      <p className="border-t border-line px-3 py-1">
        <ChartFiles name="Trends, IPs per day" numbers={() => tracesOf(report)} />
      </p>
    </div>
  )
}
