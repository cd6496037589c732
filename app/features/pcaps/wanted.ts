import type { PcapWanted } from '#model/pcap.ts'

const dayMs = 86_400_000

/** What the form holds, as its address says it: times as `YYYY-MM-DDTHH:MM`, UTC. */
export interface Asked {
  from: string
  to: string
  sensors: string[]
  query: string
}

/** A minute of UTC as the field of a form writes it. */
export const minuteText = (at: number): string => new Date(at).toISOString().slice(0, 16)

/** The last day, of all sensors, where nothing is said. */
export function askedIn(searchParams: URLSearchParams, now: number): Asked {
  const [from, to] = [searchParams.get('from') ?? '', searchParams.get('to') ?? '']
  return {
    from: from === '' ? minuteText(now - dayMs) : from.slice(0, 16),
    to: to === '' ? minuteText(now) : to.slice(0, 16),
    sensors: searchParams.getAll('sensors').filter((name) => name !== ''),
    query: searchParams.get('query') ?? '',
  }
}

const minute = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

/** null for what is no time. The minute that `to` names is in it. */
export function wantedOf({ from, to, sensors, query }: Asked): PcapWanted | null {
  if (!minute.test(from) || !minute.test(to)) return null
  const [begin, end] = [Date.parse(`${from}Z`), Date.parse(`${to}Z`)]
  if (Number.isNaN(begin) || Number.isNaN(end)) return null
  return { from: begin, to: end + 60_000, sensors, query: query.trim() === '' ? '*' : query }
}
