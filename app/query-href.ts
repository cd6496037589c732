/** What the Query tab opens: addresses seen today. */
export const todaysQuery = 'last_seen:1d'

/** The page of a query. The text is one path segment, so that it can be shared, kept and gone back to. */
export function queryHref(gnql: string): string {
  const text = gnql.trim()
  if (text === '') return `/query/${encodeURIComponent(todaysQuery)}`
  // Browsers fold "." and ".." segments away even when they are percent-encoded; quoted they mean the same.
  const segment = text === '.' || text === '..' ? `"${text}"` : text
  // An address that ends in ".data" is the router's, for the data of a page (react-router, single fetch).
  return `/query/${encodeURIComponent(segment.toWellFormed()).replace(/\.data$/, '%2Edata')}`
}
