import { z } from '@hono/zod-openapi'
import { disputeClaims, disputeLimits, operatorVerdicts } from '#model/dispute.ts'
import { captchaToken } from './auth.ts'
import { line, paragraphs } from './text.ts'

/** What the calls of disputes take and answer. */

export const dispute = z.object({
  ip: line(100).openapi({ description: 'The address whose verdict is disputed' }),
  claim: z.enum(disputeClaims).openapi({ description: 'What is wrong' }),
  explanation: paragraphs(disputeLimits.explanation).openapi({ description: 'Text, shown as text only' }),
  email: line(300)
    .optional()
    .openapi({ description: 'Where to write to; of who is signed in it is the address of the account' }),
  captcha_token: captchaToken,
})

const instant = z.number().openapi({ description: 'Milliseconds since 1970 UTC' })
const verdict = z.enum(operatorVerdicts)

export const answer = z.object({
  id: z.string(),
  ip: z.string(),
  verdict: verdict.nullable().openapi({ description: 'null: a dispute was declined, and nothing set' }),
  note: z.string(),
  at: instant,
  until: instant.nullable().openapi({ description: 'null: for ever' }),
})

export const disputes = z.object({
  open: z
    .array(
      z.object({
        id: z.string(),
        ip: z.string(),
        claim: z.enum(disputeClaims),
        explanation: z.string(),
        email: z.string(),
        user: z.string().nullable().openapi({ description: 'Id of the account; null for a visitor' }),
        created: instant,
      }),
    )
    .openapi({ description: 'Those that wait for an answer, oldest first' }),
  answers: z.array(answer).openapi({ description: 'Those in force, newest first' }),
})

const said = {
  note: paragraphs(disputeLimits.note).openapi({ description: 'Everybody reads it on the page' }),
  days: z
    .number()
    .int()
    .min(1)
    .max(disputeLimits.maxDays)
    .nullable()
    .default(disputeLimits.days)
    .openapi({ description: 'How long it holds; null: for ever' }),
}
export const declined = z.strictObject(said)
export const answered = z.strictObject({ verdict, ...said })
