/** Time zones, and the clock people read moments by. */
export interface Clock {
  /** "UTC" or an IANA zone. */
  zone: string
  hours: '24' | '12'
}

export const utcClock: Clock = { zone: 'UTC', hours: '24' }

export interface ShownMoment {
  /** "2026-11-20" */
  day: string
  /** "21:40", "9:40 PM" */
  time: string
  /** "UTC", "UTC+1", "UTC+5:30" */
  zone: string
}

const made = new Map<string, Intl.DateTimeFormat>()
const most = 64

/** A formatter takes longer to make than a hundred moments to format; null: there is no such zone. */
function formatterOf({ zone, hours }: Clock): Intl.DateTimeFormat | null {
  const key = `${hours} ${zone}`
  const found = made.get(key)
  if (found) return found
  try {
    const formatter = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: hours === '12' ? 'numeric' : '2-digit',
      minute: '2-digit',
      hourCycle: hours === '12' ? 'h12' : 'h23',
      // The names of zones differ between browsers, their distance from UTC does not.
      timeZoneName: 'shortOffset',
    })
    if (made.size >= most) made.delete(made.keys().next().value ?? '')
    made.set(key, formatter)
    return formatter
  } catch {
    return null
  }
}

const zoneText = /^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/

export const isZone = (text: unknown): text is string =>
  typeof text === 'string' && zoneText.test(text) && formatterOf({ zone: text, hours: '24' }) !== null

/** As the clock shows the moment; "UTC" costs no formatter, as it is what most read. */
export function atClock(at: Date, clock: Clock): ShownMoment {
  const formatter = clock.zone === 'UTC' && clock.hours === '24' ? null : formatterOf(clock)
  if (formatter === null) {
    const iso = at.toISOString()
    return { day: iso.slice(0, 10), time: iso.slice(11, 16), zone: 'UTC' }
  }
  const part: Record<string, string> = {}
  for (const { type, value } of formatter.formatToParts(at)) part[type] = value
  const { year = '', month = '', day = '', hour = '', minute = '', dayPeriod, timeZoneName = 'GMT' } = part
  return {
    day: `${year}-${month}-${day}`,
    time: `${hour}:${minute}${dayPeriod ? ` ${dayPeriod}` : ''}`,
    zone: timeZoneName.replace('GMT', 'UTC').replace(/\+0$/, ''),
  }
}
