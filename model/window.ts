/** Days of facts behind a document, today included. */
export const windowDays = 90

const dayMs = 86_400_000

/** First UTC day ("YYYY-MM-DD") that still counts at `now` (milliseconds). */
export const firstDayOfWindow = (now: number, days = windowDays): string =>
  new Date((Math.floor(now / dayMs) - (days - 1)) * dayMs).toISOString().slice(0, 10)
