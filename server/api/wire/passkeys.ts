import { z } from '@hono/zod-openapi'
import { line } from './text.ts'

/** Passkeys as browsers tell of them (WebAuthn Level 3 §5.1.8), in snake_case; bytes are base64url. */

const bytes = (max: number) =>
  z
    .string()
    .regex(/^[\w-]*$/)
    .max(max)
const transports = z.array(z.string().max(40)).max(10).optional()

/** What the browser is asked to make, or to show. */
export const creation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), display_name: z.string() }),
  pub_key_cred_params: z.array(z.object({ alg: z.number(), type: z.string() })),
  timeout: z.number(),
  exclude_credentials: z.array(z.object({ id: z.string(), type: z.string() })),
})
export const request = z.object({ challenge: z.string(), rp_id: z.string(), timeout: z.number() })

const credential = z.strictObject({ id: bytes(2000), raw_id: bytes(2000) })
export const created = credential.extend({
  name: line(200),
  client_data_json: bytes(8000),
  attestation_object: bytes(20_000),
  transports,
})
export const shown = credential.extend({
  client_data_json: bytes(8000),
  authenticator_data: bytes(8000),
  signature: bytes(4000),
  user_handle: bytes(200).optional(),
})
