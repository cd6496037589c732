import { z } from '@hono/zod-openapi'

/** A STIX 2.1 bundle (OASIS, docs.oasis-open.org/cti/stix/v2.1). */
export const stixAnswer = z
  .object({
    type: z.literal('bundle'),
    id: z.string(),
    objects: z.array(z.looseObject({ type: z.string(), id: z.string() })),
  })
  .openapi('StixBundle')
