import { z } from '@hono/zod-openapi'
import { keepableText, savedLimits, viewText } from '#model/account/saved-query.ts'
import { query } from './gnql.ts'
import { line } from './text.ts'

/** Queries that an account keeps. */

const name = line(savedLimits.name).trim().openapi({ description: '"": it is called by its text' })
const view = z.string().max(savedLimits.view).regex(viewText, 'expected "" or parameters as "?sort=severity"')
const savedAt = z.iso.datetime().openapi({ description: 'When it was saved, UTC' })
const shown = 'How its page shows it, as the address says: "?sort=severity"'

export const savedQuery = z.object({
  id: z.string(),
  name: z.string(),
  gnql: z.string(),
  view: z.string().openapi({ description: shown }),
  saved_at: savedAt,
})
export const savedQueries = z.object({ queries: z.array(savedQuery) })

const toKeep = z.strictObject({
  name: name.default(''),
  gnql: query.regex(keepableText, 'expected text without U+0000 and halves of a surrogate pair'),
  view: view.default('').openapi({ description: shown }),
})
export const toSave = toKeep.extend({
  saved_at: savedAt.optional().openapi({ description: 'Of one that was removed: where it comes back to' }),
})
export const rename = z.strictObject({ name })

export const toTakeOver = z.strictObject({
  queries: z.array(toKeep).min(1).max(savedLimits.browser).openapi({ description: 'Newest first' }),
})
export const takenOver = z.object({
  left: z
    .array(z.object({ gnql: z.string(), message: z.string() }))
    .openapi({ description: 'Those that were not taken over, and why' }),
})
