import { callAgain } from '../call-again.ts'
import { accepted, type Connection } from '../connection.ts'

/** Where a page begins, in words of its address. */
type Place = Record<string, string>

/** Gives a page of an analysis as the server answers it. */
export type AskPage = (place: Place) => Promise<unknown>

export const pagesAt =
  (connection: Connection, path: string, signal: AbortSignal): AskPage =>
  async (place) =>
    accepted(await callAgain(connection, `${path}?${new URLSearchParams(place)}`, { signal }))

/** Rows of a page that the server gives at most. */
export const most = 1000

/**
 * The pages of a list, until they hold `limit` rows; 0 for all.
 * @param next where the page after one begins; null after the last
 */
export async function* pagesOf<Page extends { data: unknown[] }>(
  ask: AskPage,
  limit: number,
  next: (page: Page) => Place | null,
): AsyncGenerator<Page> {
  let left = limit === 0 ? Infinity : limit
  for (let place: Place | null = {}; place !== null;) {
    const page = (await ask({ size: String(Math.min(left, most)), ...place })) as Page
    const data = page.data.slice(0, left)
    left -= data.length
    yield { ...page, data }
    place = data.length > 0 && left > 0 ? next(page) : null
  }
}
