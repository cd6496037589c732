import { setImmediate } from 'node:timers/promises'
import { hexOf } from '#model/address-keys.ts'
import { refuse } from '#model/errors.ts'
import type { IpDocument } from '#model/ip-record.ts'
import { reservedRange } from '#model/reserved.ts'
import { fromHex } from '#store/analytics/address.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { findDocuments } from '../ip/get-documents.ts'
import { kinds } from './kinds.ts'
import { listedOf } from './listed.ts'

/** An address of a list that we did not see. */
export interface UnseenAddress {
  ip: string
  /** In what was sent; 0 while it is read. */
  times: number
  line: number
  /** Name of the business service it belongs to; "" for none. */
  service: string
  /** What its range is for, where no public host has it; "" for others. */
  reserved: string
}

export interface UnseenPage {
  rows: UnseenAddress[]
  /** Where the next page begins; null at the end. */
  next: number | null
}

/** Addresses looked up at once, and looked at before others are served. */
const atOnce = { found: 500, scanned: 2000 }

/** The index knows of each whether it is there. */
const noneSeen: ReadonlyMap<string, IpDocument> = new Map()

/**
 * A page of those that were not seen, in order of address: business services, or all others.
 * @param from place in the list, as `next` of the page before says
 */
export const unseenInList = verb(
  ['workspace', kinds.ips.needs],
  async (
    ctx: Ctx,
    {
      id,
      part,
      from = 0,
      size,
    }: { id: string; part: 'business-services' | 'not-observed'; from?: number; size: number },
  ): Promise<UnseenPage> => {
    const { list, result } = await listedOf(ctx, { id, kind: 'ips' })
    const { keys } = list
    if (4 * from > keys.length) throw refuse('invalid-cursor', 'The list has no such place.')
    const wantsServices = part === 'business-services'
    const rows: UnseenAddress[] = []
    let at = from
    while (4 * at < keys.length && rows.length < size) {
      await setImmediate()
      const places: number[] = []
      const wanted = Math.min(atOnce.found, size - rows.length)
      const end = Math.min(keys.length / 4, at + atOnce.scanned)
      let isSure = true
      for (; at < end && places.length < wanted; at += 1) {
        if (ctx.reference.isService(keys, at) !== wantsServices) continue
        const isSeen = ctx.memoryIndex.has(keys.subarray(4 * at, 4 * at + 4))
        isSure &&= isSeen !== undefined
        if (!isSeen) places.push(at)
      }
      const ips = places.map((place) => fromHex(hexOf(keys, place)))
      const seen = isSure ? noneSeen : await findDocuments(ctx, ips)
      for (const [which, ip] of ips.entries()) {
        if (seen.has(ip)) continue
        const place = places[which] ?? 0
        rows.push({
          ip,
          times: result?.times[place] ?? 0,
          line: result?.lines[place] ?? 0,
          service: wantsServices ? (ctx.reference.service(ip)?.name ?? '') : '',
          reserved: reservedRange(ip)?.name ?? '',
        })
      }
    }
    return { rows, next: 4 * at < keys.length ? at : null }
  },
)
