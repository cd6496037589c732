import { z } from '@hono/zod-openapi'

/** The body of every refusal (RFC 9457), as server/http/problem.ts writes it. */
export const problemSchema = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    detail: z.string(),
    code: z.string(),
    message: z.string(),
    request_id: z.string(),
  })
  .openapi('Problem')
