import { z } from '@hono/zod-openapi'

/** An answer for people. */
export const message = z.object({ message: z.string() })
/** A load of the demo began, or goes on. */
export const demoBegun = message.extend({
  started_at: z.number().openapi({ description: 'Milliseconds since 1970 UTC; the month ends here.' }),
  parts_done: z.number().openapi({ description: 'Captures of the month that are here: go on after them.' }),
})
