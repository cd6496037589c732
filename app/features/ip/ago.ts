const dayMs = 86_400_000
const dayOf = (instant: string): number => Math.floor(Date.parse(instant) / dayMs)

/** By UTC days, so that a page that is sent again on the same day still says the truth: "today", "12 days ago"; "" of no instant. */
export function agoInDays(instant: string, now: string): string {
  const days = dayOf(now) - dayOf(instant)
  if (Number.isNaN(days)) return ''
  if (days <= 0) return 'today'
  return days === 1 ? 'yesterday' : `${days} days ago`
}
