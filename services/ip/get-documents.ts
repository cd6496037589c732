import { setImmediate } from 'node:timers/promises'
import { Refusal } from '#model/errors.ts'
import type { IpDocument } from '#model/ip-record.ts'
import { getRecords } from '#store/analytics/ips/get.ts'
import { documentAt, type RecordTexts } from '#store/analytics/ips/texts.ts'
import type { Ctx } from '../context.ts'

type Caller = Pick<Ctx, 'analytics' | 'memoryIndex'>

/**
 * The documents of those addresses that have one, as they are stored, ordered by address. From the engine, which knows the
 * last second too; from the index in memory while the engine does not answer.
 * @throws Refusal 'busy' when neither can
 */
export async function findRecords(
  { analytics, memoryIndex }: Caller,
  ips: readonly string[],
): Promise<RecordTexts> {
  try {
    return await getRecords(analytics, ips)
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'busy')) throw error
    const known = await memoryIndex.documents(ips)
    if (!known) throw error
    return known
  }
}

/** So many are read before others have their turn. */
const atOnce = 50

/** The same, read, by canonical address. Unknown addresses are simply absent. */
export async function findDocuments(
  caller: Caller,
  ips: readonly string[],
): Promise<Map<string, IpDocument>> {
  const records = await findRecords(caller, ips)
  const documents = new Map<string, IpDocument>()
  for (let at = 0; at < records.ends.length; at += 1) {
    if (at % atOnce === atOnce - 1) await setImmediate()
    const document = documentAt(records, at)
    documents.set(document.ip, document)
  }
  return documents
}
