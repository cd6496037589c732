import { z } from '@hono/zod-openapi'
import { searchTypes } from '#model/search-type.ts'
import { offerings } from '#model/account/offering.ts'
import { line } from './text.ts'

const text = line(200)
const day = z.string().openapi({ description: 'UTC day, 2026-11-30' })
const instant = z.number().openapi({ description: 'Milliseconds since 1970 UTC' })
const password = z.string().min(1).max(1000).openapi({ format: 'password' })

export const user = z.object({
  user_id: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  new_email: z.string().nullable().openapi({ description: 'An address that waits to be confirmed' }),
  name: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
  title: z.string(),
  company: z.string(),
  vertical: z.string(),
  offering: z.enum(offerings).openapi({ description: 'What counts now' }),
  expires: day.nullable(),
  trial: z.object({ end_date: day, offering: z.enum(offerings) }).nullable(),
})

export const workspace = z.object({
  id: z.string(),
  name: z.string(),
  is_owner: z.boolean(),
  key: z
    .string()
    .nullable()
    .openapi({ description: 'Masked; null where none was made, or the plan has no API' }),
})

export const account = z.object({
  user,
  workspaces: z.array(workspace),
  active_workspace: z.string(),
  invite_accepted: z.boolean(),
  error: z.string().nullable(),
})

export const invited = z.object({ invite: z.string().max(200).optional() })

export const userChange = z.strictObject({
  first_name: text.optional(),
  last_name: text.optional(),
  username: z
    .string()
    .regex(/^(?:[a-z0-9][a-z0-9._-]{0,38})?$/i, 'expected up to 39 letters and digits, with . _ - between')
    .optional(),
  title: text.optional(),
  company: text.optional(),
  vertical: text.optional(),
  password: password.optional(),
  current_password: password.optional(),
  active_workspace: line(100).optional(),
})

export const newEmail = z.strictObject({ email: line(300), current_password: password.optional() })

/** A body that says nothing more. */
export const nothing = z.strictObject({})

export const invite = z.object({
  id: z.string(),
  workspace: z.string(),
  inviter: z.string(),
  email: z.string().nullable().openapi({ description: 'Masked for whoever it is not of' }),
  accepted: z.boolean(),
})

export const tokenParam = z.object({ id: line(200).min(1) })

export const signIns = z.object({
  sign_ins: z.array(
    z.object({
      id: z.string(),
      created: instant,
      authenticated: instant,
      last_used: instant,
      address: z.string(),
      agent: z.string(),
      is_this: z.boolean(),
    }),
  ),
})

export const fileUploadSize = z
  .object({ ip_analysis: z.number(), cve_analysis: z.number() })
  .openapi({ description: 'MB that a file for analysis may have' })
export const pcaps = z
  .object({
    file_size: z.number().openapi({ description: 'MB of one file' }),
    sessions: z.number().openapi({ description: 'In one file' }),
    at_once: z.number().openapi({ description: 'Files of a workspace that wait or are being made' }),
    kept_size: z.number().openapi({ description: 'MB of all files of a workspace' }),
    kept_days: z.number(),
  })
  .openapi({ description: 'What files of packets may be; `feature-sensors` gives them' })
export const plan = z.object({
  plan: z.object({ name: z.string() }),
  modules: z.array(z.object({ name: z.string() })),
  offering: z.enum(offerings),
  historic_days: z.number(),
  cve_insight: z.string(),
  file_upload_size: fileUploadSize,
  pcaps,
  trial_ends: day.nullable(),
  entitlements: z.array(
    z.object({
      id: z.string(),
      has_access: z.boolean(),
      limit: z.number().nullable(),
      usage: z.number().nullable(),
      usage_reset: z.string().nullable(),
    }),
  ),
})

export const searches = z.object({
  display: z.boolean().openapi({ description: 'Whether a limit applies, and is shown' }),
  usage: z.number(),
  limit: z.number().nullable().openapi({ description: 'null: none' }),
  per: z.enum(['week', 'day']).openapi({ description: 'What is counted together' }),
  usage_reset: z.string(),
  types: z.array(z.enum(searchTypes)).openapi({ description: 'What the plan lets search' }),
})

export const docsAsked = z.strictObject({
  name: line(400).optional(),
  email: line(300).optional(),
})
export const docsToken = z.object({ token: z.string(), url: z.string() })

export const support = z.strictObject({
  subject: line(200).trim().min(1),
  message: z.string().trim().min(1).max(10_000),
})

export const key = z.object({
  masked: z.string().nullable(),
  created: instant.nullable(),
  last_used: instant.openapi({ description: '0: never' }),
  made_by: z.string(),
  former: z.array(z.object({ masked: z.string(), expires: instant })),
})
export const ofWorkspace = z.object({
  active_workspace: z.string().max(100).optional().openapi({
    description: 'The workspace that is meant: it is refused where another one is active by now',
  }),
})
export const rotation = z.strictObject({
  overlap_days: z.int().min(0).max(7).optional(),
  active_workspace: line(100).optional(),
})
export const rotated = z.object({ key: z.string().openapi({ description: 'The whole key, told this once' }) })

export const named = z.strictObject({ name: text })
export const removal = z.object({
  due: instant.openapi({ description: 'When it is deleted; until then it can be undone' }),
})
export const made = z.object({ id: z.string() })
export const people = z.object({
  members: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      is_owner: z.boolean(),
      is_self: z.boolean(),
      since: instant,
    }),
  ),
  invites: z.array(z.object({ id: z.string(), email: z.string(), created: instant, expires: instant })),
})
export const invitation = z.strictObject({ email: line(300) })
export const owner = z.strictObject({ user: line(100) })
export const changes = z.object({
  changes: z.array(
    z.object({
      at: instant,
      actor: z.string(),
      act: z.string(),
      subject: z.string(),
      before: z.string(),
      after: z.string(),
      address: z.string(),
    }),
  ),
})
