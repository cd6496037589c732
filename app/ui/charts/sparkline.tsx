import { withCommas } from '../numbers.ts'

/**
 * A 1.25 px ink line with its last point dotted. `values` oldest first; `subject` completes the spoken sentence. A last value that
 * is not over yet is said and not drawn: the line would fall at its end whatever happens.
 */
export function Sparkline({
  values: all,
  subject,
  width = 120,
  height = 24,
  recent,
  unfinished = false,
}: {
  values: number[]
  subject: string
  width?: number
  height?: number
  /** Shades so many of the last values, after leaving out `skip` at the end. */
  recent?: { days: number; skip: number } | undefined
  /** The last value still grows. */
  unfinished?: boolean
}) {
  const values = unfinished && all.length > 1 ? all.slice(0, -1) : all
  if (values.length === 0) return null
  const high = Math.max(...values, 1)
  const inset = 2
  const x = (index: number) =>
    values.length === 1 ? width / 2 : inset + (index * (width - 2 * inset)) / (values.length - 1)
  const step = values.length === 1 ? width : (width - 2 * inset) / (values.length - 1)
  const y = (value: number) => height - inset - (value / high) * (height - 2 * inset)
  const line = values.map(
    (value, index) => `${index === 0 ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`,
  )
  const last = values.at(-1) ?? 0
  const sentence = `${subject}: low ${withCommas(Math.min(...values))}, high ${withCommas(Math.max(...values))}, ${unfinished ? `before the last ${withCommas(last)}, so far ${withCommas(all.at(-1) ?? 0)}` : `now ${withCommas(last)}`}.`
  return (
    <svg
      role="img"
      aria-label={sentence}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      className="max-w-full min-w-20 text-ink-2"
    >
      {recent && values.length > recent.days + recent.skip && (
        <rect
          className="fill-selected"
          y="0"
          height={height}
          x={(x(values.length - recent.days - recent.skip) - step / 2).toFixed(1)}
          width={(recent.days * step).toFixed(1)}
        />
      )}
      <path d={line.join('')} fill="none" stroke="currentColor" strokeWidth="1.25" strokeLinejoin="round" />
      <circle cx={x(values.length - 1)} cy={y(last)} r="2" fill="currentColor" />
    </svg>
  )
}
