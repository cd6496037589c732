import { z } from 'zod'
import type { IpDocument } from '#model/ip-record.ts'
import { toColumn } from '../address.ts'
import type { Reads } from '../read-only.ts'
import { defineQuery } from '../query/define.ts'
import { documentsOf, type RecordTexts, textsOf } from './texts.ts'

const documents = defineQuery({
  name: 'documents by address',
  params: z.object({ ips: z.array(z.string()).max(10_000) }),
  row: z.object({ record: z.string() }),
  // A quarter faster than FINAL for some fifty addresses.
  sql: `SELECT record FROM (
  SELECT ip, gone, record FROM {db}.ips WHERE ip IN {ips: Array(IPv6)} ORDER BY ip, version DESC, gone LIMIT 1 BY ip
) WHERE gone = 0 ORDER BY ip`,
})

/**
 * The documents of those addresses that have one, as they are stored, ordered by address.
 * @throws RangeError for a text that is no address
 */
export async function getRecords({ app }: Reads, ips: readonly string[]): Promise<RecordTexts> {
  const records: Uint8Array[] = []
  if (ips.length > 0)
    for await (const { record } of app.stream(documents, { ips: ips.map(toColumn) }))
      records.push(Buffer.from(record))
  return textsOf(records)
}

/** The same, read. */
export const getDocuments = async (reads: Reads, ips: readonly string[]): Promise<IpDocument[]> =>
  documentsOf(await getRecords(reads, ips))
