import { z } from 'zod'
import type { Predicate } from '#gnql/predicate.ts'
import type { IpOrder, OrderPlace } from '#model/ip-order.ts'
import type { IpDocument } from '#model/ip-record.ts'
import { toColumn } from '../address.ts'
import type { Reads } from '../read-only.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import { currentDocuments, currentSettings } from '../tables/latest-version.ts'
import { documentsOf, type RecordTexts, textsOf } from './texts.ts'
import { orderKeySql } from './order-key.ts'
import { where } from './where.ts'

function pageIn(order: IpOrder) {
  const key = orderKeySql[order]
  const behind =
    order === 'ip'
      ? 'ip > toIPv6OrDefault({after: String})'
      : `(${key} < {key: UInt64} OR (${key} = {key: UInt64} AND ip > toIPv6OrDefault({after: String})))`
  const sorted = `ORDER BY ${order === 'ip' ? '' : `${key} DESC, `}ip LIMIT {size: UInt32}`
  const outer = `ORDER BY ${order === 'ip' ? '' : 'sorted DESC, '}ip LIMIT {size: UInt32}`
  const columns = `ip, record, ${key} AS sorted`
  return defineQuery({
    name: order === 'ip' ? 'page of documents' : `page of documents by ${order}`,
    params: z.object({ after: z.string(), key: z.number(), size: z.number().int().min(1).max(10_001) }),
    row: z.object({ key: z.string(), sorted: count, record: z.string() }),
    sql: `SELECT lower(hex(ip)) AS key, sorted, record FROM ${currentDocuments(columns, `AND ({after: String} = '' OR ${behind}) ${sorted}`)} ${outer}`,
    settings: currentSettings,
  })
}

const pages: Readonly<Record<IpOrder, ReturnType<typeof pageIn>>> = {
  ip: pageIn('ip'),
  last_seen: pageIn('last_seen'),
  sessions: pageIn('sessions'),
  severity: pageIn('severity'),
}

export interface Page {
  /** By address unless it is said. */
  order?: IpOrder | undefined
  /** Where the page before ended; the beginning without it. */
  after?: OrderPlace | undefined
  /** 1 to 10,000. */
  size: number
  /** Bytes of records; fewer come when they are larger, one at least. */
  bytes?: number
}

export interface RecordPage {
  /** 32 hex digits each. */
  addresses: string[]
  /** What each is ordered by (model/ip-order.ts). */
  keys: number[]
  records: RecordTexts
  /** More match behind the last of them. */
  more: boolean
}

/**
 * Matching documents as they are stored, in address order, IPv4 within ::ffff:0:0/96. The address never changes, so walking by
 * the last one gives every address that matches throughout exactly once; in another order one whose document changes
 * meanwhile may move.
 * @throws RangeError when `after` holds no address
 */
export async function pageRecords(
  analytics: Reads,
  predicate: Predicate,
  { order = 'ip', after, size, bytes = Infinity }: Page,
): Promise<RecordPage> {
  const params = { after: after ? toColumn(after.ip) : '', key: after?.key ?? 0, size: size + 1 }
  const page = pages[order]
  const [addresses, keys, records]: [string[], number[], Uint8Array[]] = [[], [], []]
  let room = bytes
  let more = false
  for await (const { key, sorted, record } of analytics.app.stream(
    page,
    params,
    await where(analytics, predicate),
  )) {
    const text = Buffer.from(record)
    room -= text.length
    more = addresses.length === size || (room < 0 && addresses.length > 0)
    if (more) break
    addresses.push(key)
    keys.push(sorted)
    records.push(text)
  }
  return { addresses, keys, records: textsOf(records), more }
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
