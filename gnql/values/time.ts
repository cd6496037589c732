/**
 * Times. Each text names an interval of whole seconds [from, to): a day, a second, or the stretch up to now.
 * `day` and `second` compare as intervals (`>2026-11-01` begins on the 2nd); a relative time compares as its instant.
 */
export interface Interval {
  from: number
  to: number
  relative: boolean
}

const day = 86_400
/** A month is 30 days, so that 3m is the whole 90-day record. */
const units: Readonly<Record<string, number>> = { h: 3600, d: day, w: 7 * day, m: 30 * day }

/** The store's clock ends where an unsigned 32-bit second does (2106). */
const lastSecond = 4_294_967_295
const clamp = (seconds: number): number => Math.min(Math.max(seconds, 0), lastSecond)

const relative = /^(\d{1,6})([hdwm])$/iu
const absolute =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/iu

/** `now` in milliseconds since 1970 UTC. Null when the text is no time. */
export function parseTime(text: string, now: number): Interval | null {
  const seconds = Math.floor(now / 1000)
  const ago = relative.exec(text)
  if (ago) {
    const length = Number(ago[1]) * (units[ago[2]?.toLowerCase() ?? ''] ?? 0)
    return { from: clamp(seconds - length), to: clamp(seconds + 1), relative: true }
  }
  if (text.toLowerCase() === 'today') {
    const start = seconds - (((seconds % day) + day) % day)
    return { from: clamp(start), to: clamp(start + day), relative: false }
  }
  return parseDate(text)
}

function parseDate(text: string): Interval | null {
  const parts = absolute.exec(text)
  if (!parts) return null
  const [year, month, date, hour, minute, second] = parts.slice(1, 7).map((part) => Number(part ?? 0))
  if (year === undefined || month === undefined || date === undefined) return null
  if ((hour ?? 0) > 23 || (minute ?? 0) > 59 || (second ?? 0) > 59) return null
  const midnight = new Date(Date.UTC(year, month - 1, date))
  // Date.UTC rolls the 31st of February over; years below 100 mean 19xx to it.
  if (
    midnight.getUTCMonth() !== month - 1 ||
    midnight.getUTCDate() !== date ||
    midnight.getUTCFullYear() !== year
  )
    return null
  const start = midnight.getTime() / 1000
  if (parts[4] === undefined) return { from: clamp(start), to: clamp(start + day), relative: false }
  const offset = offsetSeconds(parts[7] ?? 'Z')
  if (offset === null) return null
  const length = parts[6] === undefined ? 60 : 1
  const instant = start + (hour ?? 0) * 3600 + (minute ?? 0) * 60 + (second ?? 0) - offset
  return { from: clamp(instant), to: clamp(instant + length), relative: false }
}

function offsetSeconds(zone: string): number | null {
  if (zone.toUpperCase() === 'Z') return 0
  const [hours, minutes] = [Number(zone.slice(1, 3)), Number(zone.slice(-2))]
  if (hours > 14 || minutes > 59) return null
  return (zone.startsWith('-') ? -1 : 1) * (hours * 3600 + minutes * 60)
}

/** The half-open stretch between two ends, each of which may be open. */
export function betweenTimes(
  from: { time: Interval; inclusive: boolean } | null,
  to: { time: Interval; inclusive: boolean } | null,
): { from?: number; to?: number } {
  const range: { from?: number; to?: number } = {}
  if (from) range.from = from.inclusive ? from.time.from : clamp(endOf(from.time))
  if (to) range.to = to.inclusive ? clamp(endOf(to.time)) : to.time.from
  return range
}

const endOf = (time: Interval): number => (time.relative ? time.from + 1 : time.to)
