import { z } from '@hono/zod-openapi'
import { quickCodes } from '../present/quick-code.ts'
import { ipRecordV2 } from './ip-record-v2.ts'

/** The answers about addresses that only `/v2` gives. */

export const quickRow = z
  .object({
    ip: z.string(),
    noise: z.boolean(),
    riot: z.boolean(),
    code: z.enum(Object.values(quickCodes)).openapi({
      description:
        '0x00 never seen; 0x01 seen; 0x02 seen, no handshake completed; 0x06 seen, at a cloud provider; 0x07 no address; 0x09 business service; 0x10 seen and business service.',
    }),
  })
  .openapi('QuickRowV2')
const unseen = z.object({ ip: z.string(), seen: z.literal(false) })
export const recordV2 = z.union([ipRecordV2, unseen])

/** `/v2/riot`. */
export const serviceHit = z.object({
  ip: z.string(),
  riot: z.boolean(),
  category: z.string(),
  name: z.string(),
  description: z.string(),
  explanation: z.string(),
  last_updated: z.string(),
  reference: z.string(),
  trust_level: z.string(),
})
export const serviceMiss = z.object({ ip: z.string(), riot: z.literal(false) })
