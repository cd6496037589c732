import { setImmediate } from 'node:timers/promises'
import { hexOf } from '#model/address-keys.ts'
import type { Analysis, AnalysisPart } from '#model/analysis.ts'
import type { IpDocument } from '#model/ip-record.ts'
import { reservedRange } from '#model/reserved.ts'
import { fromHex } from '#store/analytics/address.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { findDocuments } from '../ip/get-documents.ts'
import { shown } from './find.ts'
import { kinds } from './kinds.ts'
import { listedOf } from './listed.ts'

/** One address of a list, with what is known of it. */
export interface ExportedIp {
  ip: string
  times: number
  line: number
  /** null for one that was not seen. */
  document: IpDocument | null
  /** Name of its business service; "" for none. */
  service: string
  /** What its range is for, where no public host has it; "" for others. */
  reserved: string
}

/** Addresses looked up at once. */
const atOnce = 250

/**
 * A part of a list in order of address, some at a time, as it stands at this moment.
 * @throws Refusal 'not-found'
 */
export const exportIpAnalysis = verb(
  ['workspace', kinds.ips.needs, 'data-export'],
  async (
    ctx: Ctx,
    { id, part }: { id: string; part: AnalysisPart },
  ): Promise<{ analysis: Analysis; rows: AsyncGenerator<ExportedIp[]> }> => {
    const { stored, list, result } = await listedOf(ctx, { id, kind: 'ips' })
    async function* rows(): AsyncGenerator<ExportedIp[]> {
      const count = list.keys.length / 4
      for (let from = 0; from < count; from += atOnce) {
        await setImmediate()
        const places = Array.from({ length: Math.min(atOnce, count - from) }, (_, at) => from + at)
        const ips = places.map((at) => fromHex(hexOf(list.keys, at)))
        const documents = await findDocuments(ctx, ips)
        yield ips.flatMap((ip, at): ExportedIp[] => {
          const place = places[at] ?? 0
          const document = documents.get(ip) ?? null
          const isService = ctx.reference.isService(list.keys, place)
          if (part !== 'all' && part !== partOf(document, isService)) return []
          return [
            {
              ip,
              times: result?.times[place] ?? 0,
              line: result?.lines[place] ?? 0,
              document,
              service: isService ? (ctx.reference.service(ip)?.name ?? '') : '',
              reserved: reservedRange(ip)?.name ?? '',
            },
          ]
        })
      }
    }
    return { analysis: shown(ctx, stored), rows: rows() }
  },
)

/** Each address is in one part; of a service that was seen what was seen counts. */
const partOf = (document: IpDocument | null, isService: boolean): AnalysisPart =>
  document ? document.classification : isService ? 'business-services' : 'not-observed'
