import { z } from 'zod'
import type { Predicate } from '#gnql/predicate.ts'
import type { IpDocument } from '#model/ip-record.ts'
import { toColumn } from '../address.ts'
import type { Reads } from '../reads.ts'
import { defineQuery } from '../query/define.ts'
import { currentDocuments, currentSettings } from './current.ts'
import { recordRow } from './record.ts'
import { where } from './where.ts'

const after = "({after: String} = '' OR ip > toIPv6OrDefault({after: String}))"
const order = 'ORDER BY ip LIMIT {size: UInt32}'

const page = defineQuery({
  name: 'page of documents',
  params: z.object({ after: z.string(), size: z.number().int().min(1).max(10_001) }),
  row: recordRow,
  sql: `SELECT record FROM ${currentDocuments('ip, record', `AND ${after} ${order}`)} ${order}`,
  settings: currentSettings,
})

export interface Page {
  /** Last address of the page before; the beginning without it. */
  afterIp?: string | undefined
  /** 1 to 10,001: one more than wanted tells whether another page follows. */
  size: number
}

/**
 * Matching documents in address order, IPv4 within ::ffff:0:0/96. The key never changes, so walking by the last
 * address gives every address that matches throughout exactly once.
 * @throws RangeError when `afterIp` is no address
 */
export const pageDocuments = async (
  analytics: Reads,
  predicate: Predicate,
  { afterIp, size }: Page,
): Promise<IpDocument[]> =>
  analytics.app.run(
    page,
    { after: afterIp === undefined ? '' : toColumn(afterIp), size },
    await where(analytics, predicate),
  )
