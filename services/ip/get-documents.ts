import { setImmediate } from 'node:timers/promises'
import { lackingGroups, withholding } from '#model/ip-document/groups.ts'
import type { IpDocument } from '#model/ip-record.ts'
import { getRecords } from '#store/analytics/ips/get.ts'
import { documentAt } from '#store/analytics/ips/texts.ts'
import type { Ctx } from '../context.ts'

type Caller = Pick<Ctx, 'scope' | 'analytics' | 'memoryIndex'>

/** Addresses asked about and records read before others have their turn: some milliseconds of a thread. */
const atOnce = 50

/**
 * The documents of those addresses that have one, by canonical address. From the index in memory, as
 * searches are; from the engine whenever the index cannot say. What the caller's plan lacks stands empty.
 * @throws Refusal 'busy' when neither can
 */
export async function findDocuments(
  { scope, analytics, memoryIndex }: Caller,
  ips: readonly string[],
): Promise<Map<string, IpDocument>> {
  const documents = new Map<string, IpDocument>()
  const allowed = withholding(lackingGroups(scope.plan))
  for (let from = 0; from < ips.length; from += atOnce) {
    const some = memoryIndex.documents(ips.slice(from, from + atOnce))
    const records = some ?? (await getRecords(analytics, ips.slice(from)))
    for (let at = 0; at < records.ends.length; at += 1) {
      if (at % atOnce === atOnce - 1) await setImmediate()
      const document = allowed(documentAt(records, at))
      documents.set(document.ip, document)
    }
    if (!some) break
  }
  return documents
}
