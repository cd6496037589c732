import { z } from '@hono/zod-openapi'
import { offerings, trialOffering } from '#model/account/offering.ts'
import { integer } from '../params.ts'
import { fileUploadSize, pcaps } from './account.ts'
import { line } from './text.ts'

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
export const newcomer = z.strictObject({ email: line(300) })
export const link = z.object({
  link: z.string(),
  expires: z.number().openapi({ description: 'Milliseconds since 1970 UTC' }),
})
export const subscription = z.strictObject({
  email: line(300),
  offering: z.enum(offerings).optional(),
  expires: day.nullable().optional(),
  trial: z
    .strictObject({ end_date: day, offering: z.enum(offerings).default(trialOffering) })
    .nullable()
    .optional(),
})

const idOf = (description: string) =>
  z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .optional()
    .openapi({ description })
const instant = z.number().openapi({ description: 'Milliseconds since 1970 UTC' })
export const reset = z.strictObject({ without_second_factor: z.boolean().optional() })

export const workspaces = z.object({
  workspaces: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      owner: z.string(),
      members: z.number(),
      keys: z.number(),
      captures: z.number(),
      publish: z.boolean(),
      created: instant,
      removal: instant.nullable().openapi({ description: 'When it is deleted; null: it stays' }),
    }),
  ),
})
export const workspaceChange = z.strictObject({
  name: line(200).optional(),
  owner: line(300).optional().openapi({ description: 'Address of a member' }),
})
export const keysAsked = z.object({ workspace: idOf('Only those of that workspace') })
export const keys = z.object({
  keys: z.array(
    z.object({
      id: z.string(),
      workspace: z.string(),
      name: z.string(),
      masked: z.string(),
      scopes: z.array(z.string()),
      made_by: z
        .string()
        .nullable()
        .openapi({ description: 'Address; "" for somebody who left, null for the server' }),
      created: instant,
      last_used: instant.openapi({ description: '0: never' }),
      expires: instant.nullable(),
    }),
  ),
})
const fromFile = z
  .array(z.string())
  .openapi({ description: 'Members of this object whose values the file says; all others are built in' })
export const plans = z.object({
  plans: z.array(
    z.object({
      of: z.string().openapi({ description: 'Who has it' }),
      name: z.string(),
      offering: z.enum(offerings),
      historic_days: z.number(),
      searches_per_week: z.number().nullable().openapi({ description: 'null: without limit' }),
      searches_per_day: z.number().nullable().openapi({ description: 'Of a legacy plan, instead' }),
      cve_insight: z.string(),
      file_upload_size: fileUploadSize,
      pcaps,
      limits: z
        .array(z.object({ id: z.string(), limit: z.number().nullable() }))
        .openapi({ description: 'How many may be kept; null: without limit' }),
      entitlements: z.array(z.string()),
      lacking: z.array(z.string()).openapi({ description: 'Entitlements it has not' }),
      from_file: fromFile,
    }),
  ),
  new_user: z.enum(offerings),
  consumer_domains: z.number(),
  flags: z.array(z.object({ name: z.string(), on: z.boolean() })),
  file: z.string().nullable().openapi({ description: 'On the server; null where none changes the plans' }),
  from_file: fromFile,
})

export const backup = z.object({
  name: z.string(),
  files: z.number(),
  bytes: z.number(),
  paused_ms: z.number(),
  left_out: z.array(z.string()).openapi({ description: 'Folders whose files are not in it (FILES_URL)' }),
})

const since = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()], {
    error: 'expected a day or a moment: 2026-11-30 or 2026-11-30T12:00:00Z',
  })
  .optional()
  .openapi({ description: '2026-11-30 or 2026-11-30T12:00:00Z' })
export const changesSince = z.object({
  since,
  after: idOf('Behind this row: the id of the last one that was taken'),
  limit: integer(1, 1_000_000).optional(),
})
export const changesAsked = changesSince.extend({ workspace: idOf('Only those of that workspace') })
export const changeLine = z.object({
  id: z.string(),
  at: z.string(),
  workspace: z.string(),
  actor: z.string(),
  act: z.string(),
  subject: z.string(),
  before: z.string(),
  after: z.string(),
  address: z.string(),
})
