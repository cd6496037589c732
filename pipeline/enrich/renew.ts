import { readSaid, renewFacts, saysSo } from '#store/analytics/documents/renew.ts'
import type { Analytics } from '#store/analytics/open.ts'
import type { Enrichment, Origin } from '#model/session.ts'

export interface Renewal {
  enrich: (ip: string, origin: Origin) => Enrichment
  /** Milliseconds since 1970 UTC; a later renewal counts over an earlier one. */
  now: number
  signal?: AbortSignal
  /** Addresses per statement. */
  size?: number
}

/**
 * Looks every address with a document up again and renews what is said otherwise now, so that newly imported sources show
 * on addresses seen before. Sessions keep what was known when they came in. Repeating it after a crash finds the rest.
 * @returns how many addresses were looked at, and how many are said otherwise
 */
export async function renewDocuments(
  analytics: Analytics,
  { enrich, now, signal, size = 10_000 }: Renewal,
): Promise<{ looked: number; renewed: number }> {
  const done = { looked: 0, renewed: 0 }
  let after = ''
  for (;;) {
    signal?.throwIfAborted()
    const rows = await readSaid(analytics, after, size)
    const changed = rows.flatMap(({ ip, facts: held }) => {
      const facts = enrich(ip, 'live')
      return saysSo(held, facts) ? [] : [{ ip, facts }]
    })
    await renewFacts(analytics, changed, now)
    done.looked += rows.length
    done.renewed += changed.length
    after = rows.at(-1)?.ip ?? after
    if (rows.length < size) return done
  }
}
