import type { IpTimeline } from '#model/ip-report.ts'
import { ClassIcon } from '../class-icon.tsx'
import { InertText } from '../inert-text.tsx'
import { dayLabel } from '../moment.tsx'
import { counted, withCommas } from '../numbers.ts'
import { Cell, Heading, Row, Table } from '../table.tsx'
import { visible } from '../visible-text.ts'
import { darkness } from './activity-matrix.tsx'
import { ChartFiles } from './download/chart-files.tsx'
import { HatchDefinitions, useHatches } from './hatch.tsx'

const colours = {
  malicious: 'fill-malicious-mark',
  suspicious: 'fill-suspicious-mark',
  benign: 'fill-benign-mark',
  unknown: 'fill-unknown-mark',
  none: 'fill-ink-2',
} as const

const steps = [0.4, 0.6, 0.8, 1]

/** Of the drawing, which is stretched to its place: about its width on a desk, so that slanted lines stay slanted. */
const width = 720

/**
 * A lane a value over time, darker for more; the bucket that is not over yet is hatched. Each darkness of a lane is one path: a month by the hour has 720 buckets, and an
 * element for each would be the whole page's elements many times over.
 */
export function Lanes({ timeline }: { timeline: IpTimeline }) {
  const { lanes, starts } = timeline
  const hatches = useHatches()
  const high = Math.max(1, ...lanes.flatMap(({ cells }) => cells))
  const step = Math.max(1, Math.round(width / starts.length))
  const boxes = `h${step * 0.9}v16h-${step * 0.9}z`
  const label = (start: string) =>
    [dayLabel(start.slice(0, 10)), timeline.by === 'hour' && start.slice(11, 16)].filter(Boolean).join(' ')
  return (
    <div data-chart className="grid gap-2">
      <svg aria-hidden="true" width="0" height="0" className="absolute">
        <HatchDefinitions hatches={hatches} />
      </svg>
      <div
        className="chrome overflow-x-auto"
        role="region"
        aria-label={`Lanes by the ${timeline.by}`}
        tabIndex={0}
      >
        <table className="w-full border-collapse text-left text-dense">
          <thead className="sr-only">
            <tr>
              <th scope="col">Value</th>
              <th scope="col">Over time</th>
              <th scope="col">Sessions</th>
            </tr>
          </thead>
          <tbody>
            {lanes.map(({ label: key, name, intention, cells, sessions }) => (
              <tr key={key}>
                <th
                  scope="row"
                  className="w-28 max-w-28 truncate pr-2 font-normal sm:w-64 sm:max-w-64"
                  title={visible(name.slice(0, 400))}
                >
                  <span className="flex items-center gap-1.5">
                    {intention && <ClassIcon of={intention} named />}
                    <span className="truncate">
                      <InertText text={name} limit={80} mono={intention === null} />
                    </span>
                  </span>
                </th>
                <td>
                  <svg
                    role="img"
                    width="100%"
                    height="18"
                    viewBox={`0 0 ${cells.length * step} 18`}
                    preserveAspectRatio="none"
                    className="block"
                    aria-label={`${visible(name.slice(0, 80))}: ${counted(sessions, 'session')}, in ${counted(cells.filter((cell) => cell > 0).length, timeline.by)} of ${cells.length}`}
                  >
                    <path className="quiet fill-hover" d={`M0 8.500H${cells.length * step}V9.500H0Z`} />
                    {steps.map((dark) => {
                      const path = cells
                        .map((cell, at) => (darkness(cell, high) === dark ? `M${at * step} 1${boxes}` : ''))
                        .join('')
                      return path === '' ? null : (
                        <path
                          key={dark}
                          className={colours[intention ?? 'none']}
                          fillOpacity={dark}
                          d={path}
                        />
                      )
                    })}
                    <path
                      fill={`url(#${hatches.unfinished})`}
                      d={`M${(cells.length - 1) * step} 1${boxes}`}
                    />
                  </svg>
                </td>
                <td className="w-12 pl-2 text-right text-ink-2 sm:w-16">{withCommas(sessions)}</td>
              </tr>
            ))}
            <tr aria-hidden="true">
              <td />
              <td className="@container text-label whitespace-nowrap text-ink-3">
                <span className="flex justify-between gap-2">
                  <span>{label(starts[0] ?? '')}</span>
                  <span className="@max-2xs:hidden">
                    {label(starts[Math.floor(starts.length / 2)] ?? '')}
                  </span>
                  <span>now</span>
                </span>
              </td>
              <td />
            </tr>
          </tbody>
        </table>
      </div>
      <p className="text-label text-ink-3">{`hatched: ${timeline.by === 'day' ? 'today' : 'this hour'}, not over yet`}</p>
      <details className="min-w-0 text-label">
        <summary className="w-fit text-ink-2">Table of these numbers</summary>
        <Table label={`Sessions per ${timeline.by}`}>
          <thead>
            <tr>
              <Heading>From (UTC)</Heading>
              <Heading>Value</Heading>
              <Heading className="text-right">Sessions</Heading>
            </tr>
          </thead>
          <tbody>
            {starts
              .flatMap((start, at) =>
                lanes.flatMap(({ label: key, name, cells }) => {
                  const sessions = cells[at] ?? 0
                  return sessions === 0 ? [] : [{ start, key, name, sessions }]
                }),
              )
              .reverse()
              .slice(0, rowsShown)
              .map(({ start, key, name, sessions }) => (
                <Row key={start + key}>
                  <Cell className="whitespace-nowrap">{start.slice(0, 16).replace('T', ' ')}</Cell>
                  <Cell>
                    <InertText text={name} limit={160} />
                  </Cell>
                  <Cell className="text-right">{withCommas(sessions)}</Cell>
                </Row>
              ))}
          </tbody>
        </Table>
        <p className="text-ink-3">The newest {rowsShown} rows at most; the CSV has all.</p>
      </details>
      <ChartFiles
        name={`Sessions per ${timeline.by}`}
        numbers={() => ({
          heads: ['value', ...starts],
          rows: lanes.map(({ name, cells }) => [name, ...cells]),
        })}
      />
    </div>
  )
}

const rowsShown = 200
