import { createContext, useContext } from 'react'
import { atClock, type Clock, utcClock } from '#model/clock.ts'

/** "2026-11-20T21:40:12Z" → "2026-11-20 21:40 UTC", by the reader's clock; a day stays a day; "" means never. */
export function shownAt(instant: string, clock: Clock = utcClock): string {
  if (instant === '') return 'never'
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return instant
  // A day is one of UTC whatever the zone: moving it would name another day.
  if (instant.length <= 10) return at.toISOString().slice(0, 10)
  const { day, time, zone } = atClock(at, clock)
  return `${day} ${time} ${zone}`
}

/** The clock the reader has chosen. */
export const ClockContext = createContext<Clock>(utcClock)

/** `zoned: false` where a heading names the zone for all. */
export function Moment({ at, zoned = true }: { at: string; zoned?: boolean }) {
  const clock = useContext(ClockContext)
  const shown = shownAt(at, clock)
  if (at === '' || shown === at) return <span className={at === '' ? 'text-ink-3' : ''}>{shown}</span>
  if (!zoned)
    return (
      <time dateTime={at} className="whitespace-nowrap">
        {shown.slice(0, shown.lastIndexOf(' '))}
      </time>
    )
  return (
    <time dateTime={at}>
      <span className="whitespace-nowrap">{shown.slice(0, 10)}</span>{' '}
      <span className="whitespace-nowrap">{shown.slice(11)}</span>
    </time>
  )
}

/** A heading over moments whose zone it names: "Last seen (UTC)". */
export function useZoned(heading: string): string {
  return `${heading} (${useContext(ClockContext).zone})`
}

/** A stretch of time; one instant is said once. */
export function TimeRange({ from, to }: { from: string; to: string }) {
  if (shownAt(from) === shownAt(to)) return <Moment at={from} />
  return (
    <>
      <Moment at={from} /> to <Moment at={to} />
    </>
  )
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** "2026-11-05" → "5 Nov", for axes. */
export function dayLabel(day: string): string {
  const [, month, date] = day.split('-').map(Number)
  return month === undefined || date === undefined ? day : `${date} ${months[month - 1] ?? ''}`
}
