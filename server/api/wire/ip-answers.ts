import { z } from '@hono/zod-openapi'
import { ipRecord, quickRecord } from './ip-record.ts'

/** Records as `/v3/ip` answers them. */

const restricted = z.object({ restricted_fields: z.array(z.string()) })
const request_metadata = restricted
const record = z.union([ipRecord, quickRecord])

export const ipAnswer = z.union([
  z.object({ ...ipRecord.shape, request_metadata }),
  z.object({ ...quickRecord.shape, request_metadata }),
])

export const ipsAnswer = z.object({
  data: z.array(record),
  request_metadata: restricted.extend({ message: z.string(), ips_not_found: z.array(z.string()) }),
})
