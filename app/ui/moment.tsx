/** "2026-11-20T21:40:12Z" → "2026-11-20 21:40 UTC"; a day stays a day; "" means never. */
export function utc(instant: string): string {
  if (instant === '') return 'never'
  const at = new Date(instant)
  if (Number.isNaN(at.getTime())) return instant
  const iso = at.toISOString()
  return instant.length <= 10 ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}

/** `zoned: false` where a heading names the zone for all. */
export function Moment({ at, zoned = true }: { at: string; zoned?: boolean }) {
  const shown = utc(at)
  if (at === '' || shown === at) return <span className={at === '' ? 'text-ink-3' : ''}>{shown}</span>
  return (
    <time dateTime={at}>
      <span className="whitespace-nowrap">{shown.slice(0, 10)}</span>{' '}
      <span className="whitespace-nowrap">{shown.slice(11, zoned ? undefined : 16)}</span>
    </time>
  )
}

/** A stretch of time; one instant is said once. */
export function TimeRange({ from, to }: { from: string; to: string }) {
  if (utc(from) === utc(to)) return <Moment at={from} />
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
