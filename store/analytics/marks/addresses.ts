import { toColumn } from '../address.ts'
import type { Analytics } from '../open.ts'

/**
 * Marks addresses whose facts changed, for the next refresh. Always after the change itself: a refresh that runs in
 * between would take the mark and make the document without it.
 * @param hasDays what changed are sessions that came: no document has to go for it
 * @throws RangeError for a text that is no address
 */
export const markAddresses = async (
  analytics: Analytics,
  addresses: Iterable<string>,
  { hasDays = false }: { hasDays?: boolean } = {},
): Promise<void> => {
  const rows = [...new Set(addresses)].map((ip) => ({ ip: toColumn(ip), has_days: hasDays }))
  if (rows.length > 0) await analytics.app.insert('{db}.ip_dirty', rows)
}

/** Marks every address that has a document. */
export const markDocuments = async (analytics: Analytics): Promise<void> => {
  for (const host of analytics.hosts)
    await host.command(
      'INSERT INTO {local}.ip_dirty (ip) SELECT ip FROM {local}.ips FINAL WHERE gone = 0',
      {},
    )
}
