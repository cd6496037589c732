import { z } from '@hono/zod-openapi'
import { offerings, trialOffering } from '#model/account/offering.ts'

const day = z.iso.date().openapi({ description: 'UTC day, 2026-11-30, the last one that counts' })

export const listed = z.object({
  id: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  name: z.string(),
  offering: z.enum(offerings).openapi({ description: 'What counts now' }),
  expires: z.string().nullable(),
  trial: z.object({ end_date: z.string(), offering: z.enum(offerings) }).nullable(),
  created: z.number().openapi({ description: 'Milliseconds since 1970 UTC' }),
})
export const users = z.object({ users: z.array(listed) })
export const newcomer = z.strictObject({ email: z.string().max(300) })
export const link = z.object({
  link: z.string(),
  expires: z.number().openapi({ description: 'Milliseconds since 1970 UTC' }),
})
export const subscription = z.strictObject({
  email: z.string().max(300),
  offering: z.enum(offerings).optional(),
  expires: day.nullable().optional(),
  trial: z
    .strictObject({ end_date: day, offering: z.enum(offerings).default(trialOffering) })
    .nullable()
    .optional(),
})
