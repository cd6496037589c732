import type { Context } from 'hono'
import { refuse } from '#model/errors.ts'
import type { BusinessService } from '#model/sources.ts'
import type { RecordTexts } from '#store/analytics/ips/texts.ts'
import type { Env } from '../../http/env.ts'
import type { AppParts } from '../../http/parts.ts'
import type { PageToWrite, WrittenPage } from './page-task.ts'

type Parts = Pick<AppParts, 'house' | 'work'>

export type Presented = Pick<PageToWrite, 'shape' | 'fields' | 'exclude'> & {
  explained?: PageToWrite['explained']
}

/** Rows of the API's records, as many as a page may hold (model/budget.ts). */
export const presentPage = (
  c: Context<Env>,
  { house, work }: Parts,
  { addresses, records }: { addresses: readonly string[]; records: RecordTexts },
  { explained = null, ...shown }: Presented,
): Promise<WrittenPage> => {
  const services = new Map<number, BusinessService>()
  if (shown.shape !== 'v2')
    for (const [row, ip] of addresses.entries()) {
      const service = house.reference.service(ip)
      if (service) services.set(row, service)
    }
  return work.run(
    'writePage',
    { texts: records, services, explained, most: house.budget.answerBytes, ...shown },
    { signal: c.var.signal, transfer: [records.bytes.buffer] },
  )
}

/** A JSON object of `before`, the rows under `key`, and `after`. */
export function pageResponse(
  { json }: WrittenPage,
  { before = {}, key = 'data', after = {} }: { before?: object; key?: string; after?: object },
): Response {
  const open = Buffer.from(`${JSON.stringify(before).slice(0, -1)}${isEmpty(before) ? '' : ','}"${key}":`)
  const close = Buffer.from(`${isEmpty(after) ? '' : ','}${JSON.stringify(after).slice(1)}`)
  const body = new Uint8Array(Buffer.concat([open, json, close]))
  return new Response(body, {
    headers: { 'content-type': 'application/json', 'content-length': String(body.length) },
  })
}

/** The same page with further rows at its end. */
export function withMore(page: WrittenPage, rows: readonly object[]): WrittenPage {
  if (rows.length === 0) return page
  const more = Buffer.from(`${page.rows > 0 ? ',' : ''}${JSON.stringify(rows).slice(1)}`)
  const json = new Uint8Array(Buffer.concat([page.json.subarray(0, -1), more]))
  return { ...page, json, rows: page.rows + rows.length }
}

const isEmpty = (object: object): boolean => Object.keys(object).length === 0

/** For answers that have no next page. @throws Refusal 'too-large' */
export function demandWhole({ rows, cut }: WrittenPage, all: number, limit: number): void {
  if (cut !== null)
    throw refuse(
      'too-large',
      `The answer would hold more than ${limit} bytes after ${rows} of ${all} records: ask for fewer at once.`,
      { limit, rows },
    )
}
