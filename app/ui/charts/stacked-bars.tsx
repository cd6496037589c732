import { Fragment } from 'react'
import type { Classification } from '#model/tag.ts'
import { HatchDefinitions, type Hatches, useHatches } from './hatch.tsx'
import { ClassIcon } from '../class-icon.tsx'
import { dayLabel } from '../moment.tsx'
import { compact, withCommas } from '../numbers.ts'
import { Cell, Heading, Row, Table } from '../table.tsx'

/** Fixed order, the base first, so that a class always stands in the same place. */
export const stackOrder = ['malicious', 'suspicious', 'unknown', 'benign'] as const satisfies Classification[]

const fills: Record<Classification, string> = {
  malicious: 'fill-malicious-mark',
  suspicious: 'fill-suspicious-mark',
  unknown: 'fill-unknown-mark',
  benign: 'fill-benign-mark',
}

export interface Bar {
  /** UTC day "YYYY-MM-DD", or the start of a shorter stretch, ISO 8601. */
  day: string
  counts: Record<Classification, number>
}

const totalOf = (bar: Bar): number => stackOrder.reduce((sum, name) => sum + bar.counts[name], 0)

/**
 * A bar a UTC day, classes stacked; `noun` is what is counted. The bar of `today` ("YYYY-MM-DD") is hatched, as that day
 * is not over. The numbers stand in a table below.
 */
export function StackedBars({
  bars,
  noun,
  today,
  per = 'day',
  labelOf = dayLabel,
}: {
  bars: Bar[]
  noun: string
  today: string
  /** What a bar stands for, as it is read behind "per". */
  per?: string
  labelOf?: (day: string) => string
}) {
  const hatches = useHatches()
  const totals = bars.map(totalOf)
  const high = Math.max(...totals, 1)
  const first = bars[0]
  const last = bars.at(-1)
  if (!first || !last) return null
  const peak = bars[totals.indexOf(Math.max(...totals))] ?? last
  const sentence = `${noun} per ${per}, ${labelOf(first.day)} to ${labelOf(last.day)}, low ${withCommas(Math.min(...totals))}, high ${withCommas(Math.max(...totals))} on ${labelOf(peak.day)}, ${last.day === today ? `${per === 'day' ? 'today' : 'now'} so far` : 'last'} ${withCommas(totals.at(-1) ?? 0)}.`
  const step = 100 / bars.length
  return (
    <figure className="grid gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-4 text-label text-ink-3">
        <span>{compact(high)} at the top, from zero</span>
        <ul className="flex flex-wrap gap-x-3" aria-label="Classes">
          {stackOrder.map((name) => (
            <li key={name} className="flex items-center gap-1">
              <ClassIcon of={name} />
              {name}
            </li>
          ))}
          {last.day === today && <li>hatched: {per === 'day' ? 'today' : 'now'}, not over yet</li>}
        </ul>
      </div>
      <svg role="img" aria-label={sentence} width="100%" height="96" className="block text-line">
        <HatchDefinitions hatches={hatches} />
        {[0, 50, 100].map((at) => (
          <line key={at} x1="0" x2="100%" y1={`${at}%`} y2={`${at}%`} stroke="currentColor" />
        ))}
        {bars.map((bar, index) => (
          <DayBar
            key={bar.day}
            bar={bar}
            high={high}
            left={index * step}
            width={step}
            hatches={hatches}
            unfinished={bar.day === today}
            label={bar.day.length > 10 ? labelOf(bar.day) : bar.day}
          />
        ))}
      </svg>
      <div
        aria-hidden="true"
        className={`flex text-label text-ink-3 ${bars.length > 2 ? 'justify-between' : 'justify-around'}`}
      >
        <span>{labelOf(first.day)}</span>
        {bars.length > 2 && <span>{labelOf((bars[Math.floor(bars.length / 2)] ?? last).day)}</span>}
        {bars.length > 1 && <span>{labelOf(last.day)}</span>}
      </div>
      <details className="min-w-0 text-label">
        <summary className="w-fit text-ink-2">Table of these numbers</summary>
        <Table label={`${noun} per ${per}`}>
          <thead>
            <tr>
              <Heading>{per === 'day' ? 'Day' : 'From'} (UTC)</Heading>
              {stackOrder.map((name) => (
                <Heading key={name} className="text-right">
                  {name}
                </Heading>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <Row key={bar.day}>
                <Cell className="whitespace-nowrap">{bar.day.length > 10 ? labelOf(bar.day) : bar.day}</Cell>
                {stackOrder.map((name) => (
                  <Cell key={name} className="text-right">
                    {withCommas(bar.counts[name])}
                  </Cell>
                ))}
              </Row>
            ))}
          </tbody>
        </Table>
      </details>
    </figure>
  )
}

/** Percent of the drawing's width. */
const widestBar = 6

interface Slice {
  name: Classification
  /** Percent of the drawing, from its top. */
  top: number
  height: number
}

const stack = (bar: Bar, high: number): Slice[] =>
  stackOrder.reduce<Slice[]>((slices, name) => {
    const height = (bar.counts[name] / high) * 100
    return [...slices, { name, height, top: (slices.at(-1)?.top ?? 100) - height }]
  }, [])

/** Positions are percentages of the drawing, so the chart stretches without distorting and needs no inline style. */
function DayBar({
  bar,
  high,
  left,
  width,
  hatches,
  unfinished,
  label,
}: {
  bar: Bar
  high: number
  left: number
  width: number
  hatches: Hatches
  unfinished: boolean
  label: string
}) {
  // Few days make no slabs.
  const drawn = Math.min(width * 0.8, widestBar)
  return (
    <g>
      <title>{`${label}${unfinished ? ', so far' : ''}: ${withCommas(totalOf(bar))}`}</title>
      {stack(bar, high)
        .filter(({ height }) => height > 0)
        .map(({ name, top, height }) => {
          const place = {
            x: `${(left + (width - drawn) / 2).toFixed(3)}%`,
            width: `${drawn.toFixed(3)}%`,
            y: `${top.toFixed(3)}%`,
            height: `${height.toFixed(3)}%`,
          }
          return (
            <Fragment key={name}>
              <rect {...place} className={fills[name]} />
              <rect {...place} fill={`url(#${hatches[name]})`} className="class-hatch" />
              {unfinished && <rect {...place} fill={`url(#${hatches.unfinished})`} />}
            </Fragment>
          )
        })}
    </g>
  )
}
