import { z } from '@hono/zod-openapi'
import { noWorkspace } from '#model/account/active-membership.ts'
import { line } from './text.ts'

/** What the calls of signing in take and answer. */

export const provider = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  signin_url: z.string(),
  callback_url: z.string(),
})
export const providers = z.object({ local: provider.optional(), oidc: provider.optional() })
export const csrf = z.object({ csrf_token: z.string() })

const signedIn = z.object({
  user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  active_workspace: z.string(),
})
const over = z.object({ error: z.string().openapi({ description: 'Why a sign-in is over, told once' }) })
export const session = z.object({
  data: z.union([signedIn, over]).nullable(),
  last_refreshed_at: z.string(),
  loading: z.boolean(),
  status: z.enum(['authenticated', 'unauthenticated']),
  refresh_token: z.null(),
})

const path = z.string().max(4096).optional()
const token = z.string().max(200).optional()
export const captchaToken = z
  .string()
  .max(8192)
  .optional()
  .openapi({ description: 'Of the bot check, where one is on; the header x-captcha-token serves as well' })

export const begins = z.object({ callback_url: path, csrf_token: token, json: z.string().optional() })
export const beginsElsewhere = begins.extend({
  hint: z.enum(['login', 'signup']).optional(),
  invite: z.string().max(200).optional(),
  link: z
    .string()
    .max(10)
    .optional()
    .openapi({ description: '"true": add the identity to the account that is signed in' }),
})
const code = z.string().max(100).openapi({ description: 'Of the authenticator app, or a recovery code' })
export const credentials = begins.extend({
  email: line(300),
  password: z.string().max(1000),
  code: code.optional(),
  captcha_token: captchaToken,
})
export const secondFactor = begins.extend({ code })
export const ends = z.object({ csrf_token: token, callback_url: path, json: z.string().optional() })
export const goesTo = z.object({ url: z.string() })

const password = z.string().min(1).max(1000)
export const signUp = z.strictObject({
  invite: z.string().max(200).optional(),
  email: line(300),
  password,
  first_name: line(200).optional(),
  last_name: line(200).optional(),
})
export const signedUp = z.object({ message: z.string(), signed_in: z.boolean() })
export const passwordChosen = signedUp.extend({ error: z.literal(noWorkspace).nullable() })
export const mailedToken = z.strictObject({ token: z.string().max(200) })
export const forgotten = z.strictObject({ email: line(300) })
export const newPassword = z.strictObject({ token: z.string().max(200), password })
