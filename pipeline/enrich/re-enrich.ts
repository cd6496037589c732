import { setTimeout as sleep } from 'node:timers/promises'
import { readSaid, storeReEnriched, saysSo } from '#store/analytics/documents/re-enrich.ts'
import type { Analytics } from '#store/analytics/open.ts'
import type { Enrichment, Origin } from '#model/session.ts'

export interface ReEnrichment {
  enrich: (ip: string, origin: Origin) => Enrichment
  /** Milliseconds since 1970 UTC; a later run counts over an earlier one. */
  now: number
  /** Makes the documents of marked addresses anew. */
  apply: () => Promise<unknown>
  signal?: AbortSignal
  /** Addresses per statement. */
  size?: number
}

/**
 * Looks every address with a document up again and stores what is said otherwise now, so that newly imported sources show
 * on addresses seen before. Sessions keep what was known when they came in. Repeating it after a crash finds the rest.
 * Each range is applied before the next one is marked, or what comes in meanwhile would wait behind all of them; half
 * of the time is left to others.
 * @returns how many addresses were looked at, and how many are said otherwise
 */
export async function reEnrichDocuments(
  analytics: Analytics,
  { enrich, now, apply, signal, size = 10_000 }: ReEnrichment,
): Promise<{ looked: number; changed: number }> {
  const done = { looked: 0, changed: 0 }
  let after = ''
  for (;;) {
    signal?.throwIfAborted()
    const rows = await readSaid(analytics, after, size)
    const changed = rows.flatMap(({ ip, facts: held }) => {
      const facts = enrich(ip, 'live')
      return saysSo(held, facts) ? [] : [{ ip, facts }]
    })
    const began = performance.now()
    await storeReEnriched(analytics, changed, now)
    if (changed.length > 0) {
      await apply()
      await sleep(performance.now() - began, undefined, signal && { signal })
    }
    done.looked += rows.length
    done.changed += changed.length
    after = rows.at(-1)?.ip ?? after
    if (rows.length < size) return done
  }
}
