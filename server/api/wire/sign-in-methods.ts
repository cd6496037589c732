import { z } from '@hono/zod-openapi'

/** What the calls about second factors and passkeys take and answer. */

const instant = z.number().openapi({ description: 'Milliseconds since 1970 UTC' })

export const proof = z.strictObject({
  current_password: z.string().min(1).max(1000).openapi({ format: 'password' }),
})
export const signInMethods = z.object({
  has_password: z.boolean(),
  has_second_factor: z.boolean(),
  recovery_codes_left: z.number(),
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      created: instant,
      last_used: instant.openapi({ description: '0: never' }),
    }),
  ),
  is_fresh: z.boolean().openapi({ description: 'Whether the sign-in is fresh enough to change any of it' }),
})
export const seed = z.object({
  seed: z.string().openapi({ description: 'base32' }),
  uri: z.string().openapi({ description: 'otpauth://totp/…, for an authenticator app' }),
})
export const firstCode = z.strictObject({ code: z.string().max(100) })
export const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
