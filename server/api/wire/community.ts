import { z } from '@hono/zod-openapi'
import { ipRecordPart } from './ip-record.ts'

/** The short answer about one address. */
export const communityAnswer = z.object({
  ip: z.string(),
  noise: z.boolean(),
  riot: z.boolean(),
  classification: z.string().optional(),
  name: z.string().optional(),
  link: z.string().optional(),
  last_seen: z.string().optional(),
  message: z.string(),
  business_service_intelligence: ipRecordPart.shape.business_service_intelligence,
  internet_scanner_intelligence: ipRecordPart.shape.internet_scanner_intelligence,
})
