import { z } from 'zod'
import type { IpDocument } from '#model/ip-record.ts'
import { toColumn } from '../address.ts'
import type { Analytics } from '../open.ts'
import { defineQuery } from '../query/define.ts'
import { documentRow, selectDocument } from './document.ts'

const documents = defineQuery({
  name: 'documents by address',
  params: z.object({ ips: z.array(z.string()).max(10_000) }),
  row: documentRow,
  sql: `SELECT ${selectDocument()} FROM {db}.ips FINAL WHERE ip IN {ips: Array(IPv6)} ORDER BY ip`,
})

/** The documents of those addresses that have one, ordered by address. @throws RangeError for a text that is no address */
export const getDocuments = ({ app }: Analytics, ips: readonly string[]): Promise<IpDocument[]> =>
  ips.length === 0 ? Promise.resolve([]) : app.run(documents, { ips: ips.map(toColumn) })
