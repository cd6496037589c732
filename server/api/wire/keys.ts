import { z } from '@hono/zod-openapi'
import { keyScopes } from '#model/account/key-scope.ts'
import { line } from './text.ts'

const instant = z.number().openapi({ description: 'Milliseconds since 1970 UTC' })
const scopes = z
  .array(z.enum(keyScopes))
  .openapi({ description: 'read: what the plan lets read; ingest: send captures; admin: everything' })

export const keys = z.object({
  keys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      masked: z.string(),
      scopes,
      created: instant,
      last_used: instant.openapi({ description: '0: never' }),
      expires: instant.nullable().openapi({ description: 'null: never' }),
      made_by: z.string(),
    }),
  ),
})
export const newKey = z.strictObject({
  name: line(200),
  scopes: scopes.min(1).max(keyScopes.length),
  expires_days: z
    .int()
    .min(1)
    .max(3650)
    .optional()
    .openapi({ description: 'Without it: until it is removed' }),
})
