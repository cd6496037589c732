import type { Activity, ActivityRow } from '#model/ip-report.ts'
import { InertText } from '../inert-text.tsx'
import { visible } from '../visible-text.ts'
import { ChartFiles } from './download/chart-files.tsx'
import { HatchDefinitions, useHatches } from './hatch.tsx'
import { ClassIcon } from '../class-icon.tsx'
import { dayLabel } from '../moment.tsx'
import { counted, withCommas } from '../numbers.ts'
import { Cell, Heading, Row, Table } from '../table.tsx'

const colours = {
  malicious: 'fill-malicious-mark',
  suspicious: 'fill-suspicious-mark',
  benign: 'fill-benign-mark',
  unknown: 'fill-unknown-mark',
  none: 'fill-ink-2',
} as const

const kinds: Record<ActivityRow['kind'], string> = { tag: 'Tags', port: 'Ports', path: 'Paths' }

/** Four steps of darkness by order of magnitude within the matrix: one visit and a flood must both be seen. */
export function darkness(sessions: number, high: number): number {
  if (sessions <= 0) return 0
  const place = high > 1 ? Math.log(sessions) / Math.log(high) : 1
  return [0.4, 0.6, 0.8, 1][Math.min(3, Math.floor(place * 4))] ?? 1
}

/** Rows of tags, ports and paths over days: colour by intention, darkness by volume, and the same as a table. */
export function ActivityMatrix({ activity, today }: { activity: Activity; today: string }) {
  const { days, rows } = activity
  const hatches = useHatches()
  const high = Math.max(...rows.flatMap((row) => row.cells), 1)
  return (
    <div data-chart className="grid gap-2">
      <svg aria-hidden="true" width="0" height="0" className="absolute">
        <HatchDefinitions hatches={hatches} />
      </svg>
      <div className="chrome overflow-x-auto" role="region" aria-label="Activity by day" tabIndex={0}>
        <table className="w-full border-collapse text-left text-dense">
          <thead className="sr-only">
            <tr>
              <th scope="col">What</th>
              <th scope="col">Days</th>
              <th scope="col">Sessions</th>
            </tr>
          </thead>
          {(['tag', 'port', 'path'] as const).map((kind) => {
            const group = rows.filter((row) => row.kind === kind)
            return group.length === 0 ? null : (
              <tbody key={kind}>
                <tr>
                  <th scope="rowgroup" colSpan={3} className="pt-2 text-label font-semibold text-ink-3">
                    {kinds[kind]}
                  </th>
                </tr>
                {group.map((row) => (
                  <MatrixRow
                    key={row.label}
                    row={row}
                    days={days}
                    high={high}
                    today={today}
                    hatch={hatches.unfinished}
                  />
                ))}
              </tbody>
            )
          })}
          <tbody aria-hidden="true">
            <tr>
              <td />
              <td className="text-label text-ink-3">
                <span className="flex justify-between">
                  <span>{dayLabel(days[0] ?? '')}</span>
                  {days.length > 2 && <span>{dayLabel(days[Math.floor(days.length / 2)] ?? '')}</span>}
                  {days.length > 1 && <span>{dayLabel(days.at(-1) ?? '')}</span>}
                </span>
              </td>
              <td />
            </tr>
          </tbody>
        </table>
      </div>
      <div className="flex flex-wrap items-start justify-between gap-x-3">
        <MatrixTable activity={activity} />
        <ChartFiles
          name="Sessions per day"
          numbers={() => ({
            heads: ['kind', 'value', ...days],
            rows: rows.map(({ kind, label, cells }) => [kind, label, ...cells]),
          })}
        />
      </div>
    </div>
  )
}

const sum = (cells: number[]): number => cells.reduce((total, cell) => total + cell, 0)

function MatrixRow({
  row,
  days,
  high,
  today,
  hatch,
}: {
  row: ActivityRow
  days: string[]
  high: number
  today: string
  hatch: string
}) {
  const step = 100 / Math.max(days.length, 1)
  const active = row.cells.filter((cell) => cell > 0).length
  return (
    <tr>
      <th
        scope="row"
        className="w-28 max-w-28 truncate pr-2 font-normal sm:w-56 sm:max-w-56"
        title={visible(row.label.slice(0, 400))}
      >
        <span className="flex items-center gap-1.5">
          {row.intention && <ClassIcon of={row.intention} named />}
          <span className="truncate">
            <InertText text={row.label} limit={80} mono={row.kind !== 'tag'} />
          </span>
        </span>
      </th>
      <td>
        <svg
          role="img"
          width="100%"
          height="18"
          className="block"
          aria-label={`${visible(row.label.slice(0, 80))}: active on ${counted(active, 'day')} of ${days.length}, ${counted(sum(row.cells), 'session')}`}
        >
          {row.cells.map((cell, index) => {
            const day = days[index] ?? ''
            const place = {
              x: `${(index * step + step * 0.06).toFixed(3)}%`,
              width: `${(step * 0.88).toFixed(3)}%`,
              y: '1',
              height: '16',
            }
            return (
              <g key={day}>
                <title>{`${day}${day === today ? ', so far' : ''}: ${counted(cell, 'session')}`}</title>
                <rect
                  {...place}
                  className={cell > 0 ? colours[row.intention ?? 'none'] : 'quiet fill-hover'}
                  {...(cell > 0 && { fillOpacity: darkness(cell, high) })}
                />
                {day === today && <rect {...place} fill={`url(#${hatch})`} />}
              </g>
            )
          })}
        </svg>
      </td>
      <td className="w-12 pl-2 text-right text-ink-2 sm:w-16">{withCommas(sum(row.cells))}</td>
    </tr>
  )
}

function MatrixTable({ activity: { days, rows } }: { activity: Activity }) {
  return (
    <details className="min-w-0 text-label">
      <summary className="w-fit text-ink-2">Table of these numbers</summary>
      <Table label="Sessions per day" className="print:**:px-px! print:**:text-[0.4375rem]!">
        <thead>
          <tr>
            <Heading>Sessions per UTC day</Heading>
            {days.map((day) => (
              <Heading key={day} className="text-right">
                {dayLabel(day)}
              </Heading>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ kind, label, cells }) => (
            <Row key={kind + label}>
              <th scope="row" className="max-w-56 truncate px-3 py-1 font-normal">
                <InertText text={label} limit={80} mono={kind !== 'tag'} />
              </th>
              {days.map((day, index) => (
                <Cell key={day} className="text-right">
                  {withCommas(cells[index] ?? 0)}
                </Cell>
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
    </details>
  )
}
