import { z } from '@hono/zod-openapi'

export const pong = z.object({
  message: z.string(),
  expiration: z.string(),
  offering: z.string(),
  address: z.string(),
  plan: z.string(),
  modules: z.string(),
})
