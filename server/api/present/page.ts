import type { Context } from 'hono'
import { lackingGroups } from '#model/ip-document/groups.ts'
import { yieldToEventLoop } from '#model/yield.ts'
import type { BusinessService } from '#model/sources.ts'
import { workFor } from '#services/work/work.ts'
import { fromHex } from '#store/analytics/address.ts'
import type { RecordTexts } from '#store/analytics/ips/texts.ts'
import type { Env } from '../../http/env.ts'
import type { AppDeps } from '../../http/app-deps.ts'
import { wholeResponse } from '../../http/whole.ts'
import type { PageToWrite, WrittenPage } from './page-task.ts'

type PageDeps = Pick<AppDeps, 'deps' | 'work'>

export type Presented = Pick<PageToWrite, 'shape' | 'fields' | 'exclude'> & {
  explained?: PageToWrite['explained']
}

/** So many addresses are looked up before others have their turn. */
const atOnce = 250

/** Rows of the API's records, as many as a page may hold (model/budget.ts). `addresses`: 32 hex digits each. */
export async function presentPage(
  c: Context<Env>,
  { deps, work }: PageDeps,
  { addresses, records }: { addresses: readonly string[]; records: RecordTexts },
  { explained = null, ...shown }: Presented,
): Promise<WrittenPage> {
  const services = new Map<number, BusinessService>()
  for (const [row, hex] of shown.shape === 'v2' ? [] : addresses.entries()) {
    if (row % atOnce === atOnce - 1) await yieldToEventLoop()
    const service = deps.reference.service(fromHex(hex))
    if (service) services.set(row, service)
  }
  return workFor(c.var, work).run(
    'writePage',
    {
      texts: records,
      services,
      explained,
      lacking: lackingGroups(c.var.scope.plan),
      maxBytes: deps.budget.answerBytes,
      ...shown,
    },
    { transfer: [records.bytes.buffer] },
  )
}

/** A JSON object of `before`, the rows under `data`, and `after`. */
export function pageResponse(
  { json }: { json: WrittenPage['json'] | readonly WrittenPage['json'][] },
  { before = {}, after = {}, status = 200 }: { before?: object; after?: object; status?: 200 | 206 },
): Response {
  const open = Buffer.from(`${JSON.stringify(before).slice(0, -1)}${isEmpty(before) ? '' : ','}"data":`)
  const close = Buffer.from(`${isEmpty(after) ? '' : ','}${JSON.stringify(after).slice(1)}`)
  return jsonResponse([open, json, close].flat(), status)
}

/** A list of written rows, in parts of some size: as one text of 20 MB it would hold up everybody while it is put together. */
export async function listInParts(rows: Iterable<string>): Promise<WrittenPage['json'][]> {
  const parts: WrittenPage['json'][] = []
  let text = '['
  let isFirst = true
  for (const row of rows) {
    text += isFirst ? row : `,${row}`
    isFirst = false
    if (text.length < pieceBytes) continue
    parts.push(Buffer.from(text))
    text = ''
    await yieldToEventLoop()
  }
  return [...parts, Buffer.from(`${text}]`)]
}

/** An answer of JSON that is written already. */
export function jsonResponse(parts: readonly Uint8Array<ArrayBuffer>[], status = 200): Response {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const headers = { 'content-type': 'application/json', 'content-length': String(length) }
  const init = { headers, status }
  return length <= pieceBytes
    ? wholeResponse(Buffer.concat(parts), init)
    : new Response(inPieces(parts), init)
}

const pieceBytes = 128 * 1024

/** Sent piece by piece, and packed so where it is very long (http/compress.ts): at once it would hold up everybody while it is copied. */
function inPieces(parts: readonly Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  let [part, at] = [0, 0]
  return new ReadableStream(
    {
      async pull(controller) {
        const bytes = parts[part]
        if (!bytes) return controller.close()
        await yieldToEventLoop()
        controller.enqueue(bytes.subarray(at, at + pieceBytes))
        at += pieceBytes
        if (at >= bytes.length) [part, at] = [part + 1, 0]
      },
    },
    { highWaterMark: 0 },
  )
}

const isEmpty = (object: object): boolean => Object.keys(object).length === 0
