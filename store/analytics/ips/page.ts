import { z } from 'zod'
import type { Predicate } from '#gnql/predicate.ts'
import type { IpDocument } from '#model/ip-record.ts'
import { toColumn } from '../address.ts'
import type { Analytics } from '../open.ts'
import { defineQuery } from '../query/define.ts'
import { where } from './count.ts'
import { documentRow, selectDocument } from './document.ts'

const params = z.object({ after: z.string(), size: z.number().int().min(1).max(10_001) })

/** The select list is made of our own column names. */
const pageOf = (columns: string) =>
  defineQuery({
    name: 'page of documents',
    params,
    row: documentRow,
    // First the addresses alone, then whole rows of those few: reading wide rows of all matches is 10 times slower.
    sql: `SELECT ${columns} FROM {db}.ips FINAL WHERE ip GLOBAL IN (
  SELECT ip FROM {db}.ips FINAL WHERE ({after: String} = '' OR ip > toIPv6OrDefault({after: String})) AND ({{where}})
  ORDER BY ip LIMIT {size: UInt32}
) ORDER BY ip`,
  })

export interface Page {
  /** Last address of the page before; the beginning without it. */
  afterIp?: string | undefined
  /** 1 to 10,001: one more than wanted tells whether another page follows. */
  size: number
  /** Columns of IpDocument that come back empty, because nobody looks at them. */
  excludeColumns?: ReadonlySet<string>
}

/**
 * Matching documents in address order, IPv4 within ::ffff:0:0/96. The key never changes, so walking by the last
 * address gives every address that matches throughout exactly once.
 * @throws RangeError when `afterIp` is no address
 */
export const pageDocuments = (
  { app }: Analytics,
  predicate: Predicate,
  { afterIp, size, excludeColumns }: Page,
): Promise<IpDocument[]> =>
  app.run(
    pageOf(selectDocument(excludeColumns)),
    { after: afterIp === undefined ? '' : toColumn(afterIp), size },
    where(predicate),
  )
