import type { Analytics } from '#store/analytics/open.ts'
import type { Fragment } from '#store/analytics/query/define.ts'
import type { Slice } from '#store/analytics/exports/slice.ts'
import { type Exported, linesOf } from '#store/analytics/exports/slices.ts'

/**
 * The slices of an export one after the other. The engine makes the next while one is sent; however slowly somebody
 * reads, it works on a slice only as long as the slice takes.
 */
export async function* sendSlices(
  analytics: Analytics,
  exported: Exported,
  slices: readonly Slice[],
  line: Fragment,
  { signal, done }: { signal: AbortSignal; done: () => void },
): AsyncGenerator<Buffer, void, undefined> {
  const own = new AbortController()
  const ends = AbortSignal.any([signal, own.signal])
  const begin = (at: number) => {
    const slice = slices[at]
    if (!slice) return null
    const lines = linesOf(analytics, exported, slice, line, ends)
    const first = lines.next()
    // It may fail before anybody waits for it.
    first.catch(() => undefined)
    return { lines, first }
  }
  let next = begin(0)
  let following: ReturnType<typeof begin> = null
  try {
    for (let at = 1; next; at++) {
      following = begin(at)
      for (let piece = await next.first; !piece.done; piece = await next.lines.next()) yield piece.value
      next = following
    }
  } finally {
    own.abort()
    done()
    for (const begun of [next, following]) void begun?.lines.return().catch(() => undefined)
  }
}
