import { z } from '@hono/zod-openapi'

export const challenge = z.object({
  challenge: z.string().openapi({
    description:
      'JSON of a challenge of altcha-lib 2 (PBKDF2); the token is base64 of {"challenge": …, "solution": …}',
  }),
})
