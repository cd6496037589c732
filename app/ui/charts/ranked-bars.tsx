import type { ReactNode } from 'react'
import { withCommas } from '../numbers.ts'

/** The length of one value against the highest, drawn without inline style. */
export function Bar({ value, high }: { value: number; high: number }) {
  const width = high > 0 ? Math.max(0.5, (value / high) * 100) : 0
  return (
    <svg aria-hidden="true" className="bar">
      <rect width={`${width.toFixed(2)}%`} height="3" />
    </svg>
  )
}

/** Values by count, the highest first. Labels are nodes so that a caller can make them act. */
export function RankedBars({
  rows,
  label,
  noun,
}: {
  rows: { key: string; label: ReactNode; count: number }[]
  label: string
  noun?: string
}) {
  const high = Math.max(...rows.map((row) => row.count), 1)
  return (
    <ol aria-label={label} className="grid gap-1.5">
      {rows.map((row) => (
        <li key={row.key} className="grid gap-1">
          <span className="flex items-baseline justify-between gap-3">
            <span className="min-w-0">{row.label}</span>
            <span className="shrink-0 text-ink-2">
              {withCommas(row.count)}
              {noun && <span className="sr-only"> {noun}</span>}
            </span>
          </span>
          <Bar value={row.count} high={high} />
        </li>
      ))}
    </ol>
  )
}
