import { z } from '@hono/zod-openapi'
import { recentLimits } from '#model/account/recent-search.ts'
import { keepableText } from '#model/account/saved-query.ts'
import { searchDatasets } from '#model/suggestion.ts'

/** What an account searched for lately. */

const dataset = z.enum(searchDatasets).openapi({ description: 'What it was looked for in' })

export const recentSearches = z.object({
  searches: z
    .array(z.object({ id: z.string(), dataset, text: z.string() }))
    .openapi({ description: 'Newest first' }),
})

const toRemember = z.strictObject({
  dataset,
  text: z
    .string()
    .trim()
    .min(1)
    .max(recentLimits.text)
    .regex(keepableText, 'expected text without U+0000 and halves of a surrogate pair'),
})
export const remember = z.strictObject({
  searches: z.array(toRemember).min(1).max(recentLimits.searches).openapi({ description: 'Newest first' }),
})
