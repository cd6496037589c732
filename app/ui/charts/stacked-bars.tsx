import { Fragment, type ReactNode } from 'react'
import type { Classification } from '#model/tag.ts'
import { HatchDefinitions, type Hatches, useHatches } from './hatch.tsx'
import { dayLabel } from '../moment.tsx'
import { compact, withCommas } from '../numbers.ts'
import { roundUp } from './scale.ts'
import { type Bar, stackOrder, totalOf } from './bar.ts'
import { BarsTable } from './bars-table.tsx'
import { ChartFiles } from './download/chart-files.tsx'

const fills: Record<Classification, string> = {
  malicious: 'fill-malicious-mark',
  suspicious: 'fill-suspicious-mark',
  unknown: 'fill-unknown-mark',
  benign: 'fill-benign-mark',
}

interface Told {
  bars: Bar[]
  /** What is counted. */
  noun: string
  /** The bar that is not over yet ("YYYY-MM-DD", or the start of its stretch) is hatched. */
  today: string
  /** What a bar stands for, as it is read behind "per". */
  per?: string
  labelOf?: (day: string) => string
}

/** What the drawing says, for whoever does not see it. */
function sentenceOf({ bars, noun, today, per = 'day', labelOf = dayLabel }: Told): string {
  const totals = bars.map(totalOf)
  const [first, last] = [bars[0], bars.at(-1)]
  const peak = bars[totals.indexOf(Math.max(...totals))]
  if (!first || !last || !peak) return ''
  const end = last.day === today ? `${per === 'day' ? 'today' : 'now'} so far` : 'last'
  return `${noun} per ${per}, ${labelOf(first.day)} to ${labelOf(last.day)}, low ${withCommas(Math.min(...totals))}, high ${withCommas(Math.max(...totals))} on ${labelOf(peak.day)}, ${end} ${withCommas(totals.at(-1) ?? 0)}.`
}

/**
 * A bar a UTC day, classes stacked: one path a class, so that a chart of any length has few elements. The numbers stand in a
 * table below it, or where `table` leads.
 */
export function StackedBars({
  height = 96,
  table,
  over,
  ...told
}: Told & {
  /** Pixels. */
  height?: 64 | 96
  /** Instead of a table that folds. */
  table?: ReactNode
  /** Laid over the drawing, as large as it is. */
  over?: ReactNode
}) {
  const hatches = useHatches()
  const { bars, noun, today, per = 'day', labelOf = dayLabel } = told
  const [first, last] = [bars[0], bars.at(-1)]
  if (!first || !last) return null
  const high = roundUp(Math.max(...bars.map(totalOf)))
  const present = stackOrder.filter((name) => bars.some(({ counts }) => counts[name] > 0))
  return (
    <figure data-chart className="grid gap-1">
      <div className="stacked-bars">
        <div aria-hidden="true" className="ticks">
          <span>{compact(high)}</span>
          <span>{compact(high / 2)}</span>
          <span>0</span>
        </div>
        <div className="relative min-w-0">
          <svg
            role="img"
            aria-label={sentenceOf(told)}
            viewBox={`0 0 ${width} ${tall}`}
            preserveAspectRatio="none"
            width="100%"
            height={height}
            className="block text-line"
          >
            <HatchDefinitions hatches={hatches} />
            <path
              d={`M0 0H${width}M0 ${tall / 2}H${width}M0 ${tall}H${width}`}
              stroke="currentColor"
              vectorEffect="non-scaling-stroke"
            />
            <Stacks bars={bars} high={high} present={present} hatches={hatches} />
            {last.day === today && <Unfinished bars={bars} high={high} hatches={hatches} />}
          </svg>
          {over}
        </div>
        <div
          aria-hidden="true"
          className={`flex text-label text-ink-3 ${bars.length > 2 ? 'justify-between' : 'justify-around'}`}
        >
          <span>{labelOf(first.day)}</span>
          {bars.length > 2 && <span>{labelOf((bars[Math.floor(bars.length / 2)] ?? last).day)}</span>}
          {bars.length > 1 && <span>{labelOf(last.day)}</span>}
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 text-label text-ink-3">
        <ul className="flex flex-wrap gap-x-3" aria-label="Classes">
          {present.map((name) => (
            <li key={name} className={`shape ${name}`}>
              {name}
            </li>
          ))}
          {last.day === today && <li>hatched: {per === 'day' ? 'today' : 'now'}, not over yet</li>}
        </ul>
        <span className="flex flex-wrap items-center gap-x-3">
          {table}
          <ChartFiles
            name={`${noun} per ${per}`}
            numbers={() => ({
              heads: [per === 'day' ? 'day' : 'from', ...stackOrder],
              rows: bars.map(({ day, counts }) => [day, ...stackOrder.map((name) => counts[name])]),
            })}
          />
        </span>
      </div>
      {table === undefined && (
        <details className="min-w-0 text-label">
          <summary className="w-fit text-ink-2">Table of these numbers</summary>
          <BarsTable bars={bars} noun={noun} per={per} labelOf={labelOf} />
        </details>
      )}
    </figure>
  )
}

/** Units of the drawing, which is stretched to its place. */
const width = 1000
const tall = 100

/** Of the drawing. */
const widestBar = 60

/** Left edge and width of a bar; few days make no slabs. */
function placeOf(at: number, of: number): { x: number; wide: number } {
  const step = width / of
  const wide = Math.min(step * 0.8, widestBar)
  return { x: at * step + (step - wide) / 2, wide }
}

const rounded = (value: number): number => Math.round(value * 100) / 100

function Stacks({
  bars,
  high,
  present,
  hatches,
}: {
  bars: Bar[]
  high: number
  present: readonly Classification[]
  hatches: Hatches
}) {
  const tops = bars.map(() => tall)
  return present.map((name) => {
    const d = bars
      .map(({ counts }, at) => {
        const size = (counts[name] / high) * tall
        if (size === 0) return ''
        const { x, wide } = placeOf(at, bars.length)
        const top = (tops[at] ?? tall) - size
        tops[at] = top
        return `M${rounded(x)} ${rounded(top)}h${rounded(wide)}v${rounded(size)}h${-rounded(wide)}z`
      })
      .join('')
    return (
      <Fragment key={name}>
        <path d={d} className={fills[name]} />
        <path d={d} fill={`url(#${hatches[name]})`} className="class-hatch" />
      </Fragment>
    )
  })
}

function Unfinished({ bars, high, hatches }: { bars: Bar[]; high: number; hatches: Hatches }) {
  const { x, wide } = placeOf(bars.length - 1, bars.length)
  const last = bars.at(-1)
  const size = last ? (totalOf(last) / high) * tall : 0
  return <rect x={x} y={tall - size} width={wide} height={size} fill={`url(#${hatches.unfinished})`} />
}
