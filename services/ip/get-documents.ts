import { setImmediate } from 'node:timers/promises'
import { lackingGroups, withholding } from '#model/ip-document/groups.ts'
import type { IpDocument } from '#model/ip-record.ts'
import { getRecords } from '#store/analytics/ips/get.ts'
import { readRecord } from '#store/analytics/ips/record.ts'
import { documentAt } from '#store/analytics/ips/texts.ts'
import type { Ctx } from '../context.ts'

/** The document of one address, read when it is asked for. */
export interface Found {
  /** Two documents of the same version are the same; null where that is not known. */
  version: string | null
  read(): IpDocument
  /** As it is stored (store/analytics/ips/record.ts); null where the plan lacks some of it, or it is of the engine. */
  stored(): string | null
}

type Caller = Pick<Ctx, 'scope' | 'analytics' | 'memoryIndex'>

/** Addresses looked up, and records read, before others are served: some milliseconds of the server's thread. */
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
    if (from > 0) await setImmediate()
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

/** The document of one address, as `findDocuments`; null when it has none. */
export async function findDocument(caller: Caller, ip: string): Promise<Found | null> {
  const found = documentInMemory(caller, ip)
  if (found !== undefined) return found
  const document = (await findDocuments(caller, [ip])).get(ip)
  return document ? { version: null, read: () => document, stored: () => null } : null
}

/** The same without waiting; undefined where only the engine can say. */
export function documentInMemory(
  { scope, memoryIndex }: Pick<Caller, 'scope' | 'memoryIndex'>,
  ip: string,
): Found | null | undefined {
  const record = memoryIndex.record(ip)
  if (!record) return record
  const lacking = lackingGroups(scope.plan)
  return {
    version: `${record.version} ${lacking.join()}`,
    read: () => withholding(lacking)(readRecord(textOf(record.read()))),
    stored: () => (lacking.length === 0 ? textOf(record.read()) : null),
  }
}

const textOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString()
