import { z } from 'zod'
import type { Predicate } from '#gnql/predicate.ts'
import type { IpDocument } from '#model/ip-record.ts'
import { toColumn } from '../address.ts'
import type { Reads } from '../read-only.ts'
import { defineQuery } from '../query/define.ts'
import { currentDocuments, currentSettings } from '../tables/latest-version.ts'
import { documentsOf, type RecordTexts, textsOf } from './texts.ts'
import { where } from './where.ts'

const after = "({after: String} = '' OR ip > toIPv6OrDefault({after: String}))"
const order = 'ORDER BY ip LIMIT {size: UInt32}'

const page = defineQuery({
  name: 'page of documents',
  params: z.object({ after: z.string(), size: z.number().int().min(1).max(10_001) }),
  row: z.object({ key: z.string(), record: z.string() }),
  sql: `SELECT lower(hex(ip)) AS key, record FROM ${currentDocuments('ip, record', `AND ${after} ${order}`)} ${order}`,
  settings: currentSettings,
})

export interface Page {
  /** Last address of the page before; the beginning without it. */
  afterIp?: string | undefined
  /** 1 to 10,000. */
  size: number
  /** Bytes of records; fewer come when they are larger, one at least. */
  bytes?: number
}

export interface RecordPage {
  /** 32 hex digits each. */
  addresses: string[]
  records: RecordTexts
  /** More match behind the last of them. */
  more: boolean
}

/**
 * Matching documents as they are stored, in address order, IPv4 within ::ffff:0:0/96. The key never changes, so walking by
 * the last address gives every address that matches throughout exactly once.
 * @throws RangeError when `afterIp` is no address
 */
export async function pageRecords(
  analytics: Reads,
  predicate: Predicate,
  { afterIp, size, bytes = Infinity }: Page,
): Promise<RecordPage> {
  const params = { after: afterIp === undefined ? '' : toColumn(afterIp), size: size + 1 }
  const [addresses, records]: [string[], Uint8Array[]] = [[], []]
  let room = bytes
  let more = false
  for await (const { key, record } of analytics.app.stream(page, params, await where(analytics, predicate))) {
    const text = Buffer.from(record)
    room -= text.length
    more = addresses.length === size || (room < 0 && addresses.length > 0)
    if (more) break
    addresses.push(key)
    records.push(text)
  }
  return { addresses, records: textsOf(records), more }
}

/** The same, read: at most `size` documents. */
export async function pageDocuments(
  analytics: Reads,
  predicate: Predicate,
  wanted: Page,
): Promise<IpDocument[]> {
  const { records } = await pageRecords(analytics, predicate, wanted)
  return documentsOf(records)
}
