import { setImmediate } from 'node:timers/promises'
import { hexOf } from '#model/address-keys.ts'
import type { IpDocument } from '#model/ip-record.ts'
import { fromHex } from '#store/analytics/address.ts'
import type { Ctx } from '../context.ts'
import { findDocuments } from '../ip/get-documents.ts'
import type { Listed } from './listed.ts'

/** One address of a list, with what is known of it. */
export interface ListedIp {
  ip: string
  times: number
  line: number
  /** null for one that was not seen. */
  document: IpDocument | null
  isService: boolean
}

/** Addresses looked up at once. */
const atOnce = 250

/** A whole list in order of address, some at a time, as it stands at this moment. */
export async function* rowsOf(
  ctx: Ctx,
  { list: { keys }, result }: Pick<Listed, 'list' | 'result'>,
): AsyncGenerator<ListedIp[]> {
  const count = keys.length / 4
  for (let from = 0; from < count; from += atOnce) {
    await setImmediate()
    const ips = Array.from({ length: Math.min(atOnce, count - from) }, (_, at) =>
      fromHex(hexOf(keys, from + at)),
    )
    const documents = await findDocuments(ctx, ips)
    yield ips.map((ip, at) => ({
      ip,
      times: result?.times[from + at] ?? 0,
      line: result?.lines[from + at] ?? 0,
      document: documents.get(ip) ?? null,
      isService: ctx.reference.isService(keys, from + at),
    }))
  }
}
