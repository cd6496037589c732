import { useEffect, useState } from 'react'
import { useAlive } from './use-alive.ts'

/** Percent as the bar shows it: never empty, never past the end. */
export const clampPercent = (percent: number): number =>
  Number.isFinite(percent) ? Math.min(100, Math.max(0.25, percent)) : 0.25

const look =
  'h-1.5 w-full overflow-hidden rounded-badge border-0 bg-hover accent-accent [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-hover [&::-webkit-progress-value]:bg-accent'

/** Specification §2: what ends at once shows no bar; then it moves on, and begins anew at its end. */
const startMs = 300
const tickMs = 100
const stepPercent = 4

/** How much of a whole. Its room is kept until it starts; what came with the page is part of the answer and stands there at once. */
export function Progress({ percent, label }: { percent: number; label: string }) {
  const isAlive = useAlive()
  const [hasStarted, setStarted] = useState(!isAlive)
  useEffect(() => {
    const timer = setTimeout(() => setStarted(true), startMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <progress
      aria-label={label}
      max={100}
      value={clampPercent(percent)}
      className={`${look} ${hasStarted ? '' : 'invisible'}`}
    />
  )
}

/** Of work whose length nobody knows: a bar that fills again and again, and says no percent to a screen reader. */
export function Waiting({ label, className = '' }: { label: string; className?: string }) {
  const [ticks, setTicks] = useState(0)
  useEffect(() => {
    let timer = setTimeout(tick, startMs)
    function tick(): void {
      setTicks((before) => before + 1)
      timer = setTimeout(tick, tickMs)
    }
    return () => clearTimeout(timer)
  }, [])
  if (ticks === 0) return null
  const percent = (ticks * stepPercent) % 100
  return (
    <div role="progressbar" aria-label={label} className={`h-1 w-full overflow-hidden ${className}`}>
      <div
        className="h-full origin-left bg-accent"
        ref={(bar) => {
          if (bar) bar.style.transform = `scaleX(${clampPercent(percent) / 100})`
        }}
      />
    </div>
  )
}
