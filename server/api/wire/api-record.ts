import { z } from '@hono/zod-openapi'
import { apiCategories, apiIntentions } from '../present/api-enums.ts'
import { ipRecord, partOf, scannerWith, tagOnWire } from './ip-record.ts'

/** The IP record as /api tells it: that of /v3, with the tags in the words of /api. */

// Not an extension of the other, whose words its own would have to keep to.
const tag = z
  .object({ ...tagOnWire.shape, category: z.enum(apiCategories), intention: z.enum(apiIntentions) })
  .openapi('ApiTag')

export const apiRecord = z
  .object({
    ...ipRecord.shape,
    internet_scanner_intelligence: scannerWith(tag),
  })
  .openapi('ApiIpRecord')

/** As far as it was asked for. */
export const apiRecordPart = z
  .object({
    ip: z.string(),
    business_service_intelligence: partOf(apiRecord.shape.business_service_intelligence).optional(),
    internet_scanner_intelligence: partOf(apiRecord.shape.internet_scanner_intelligence).optional(),
  })
  .openapi('ApiIpRecordPart')
