import { z } from '@hono/zod-openapi'
import { suggestedPages, suggestionKinds } from '#model/suggestion.ts'

/** What is proposed while somebody searches. */

const suggestion = z.object({
  label: z.string(),
  detail: z.string(),
  matches: z
    .array(z.tuple([z.number(), z.number()]))
    .openapi({ description: 'Where the label has what was typed: from, to in UTF-16 units.' }),
  count: z
    .number()
    .nullable()
    .openapi({ description: 'Addresses that show it; null where that is not counted or not in the plan.' }),
  page: z.enum(suggestedPages).openapi({ description: 'The kind of page it leads to.' }),
  value: z.string().openapi({ description: 'An address, a CVE, the slug of a tag, or a query.' }),
})

const group = z.object({
  kind: z.enum(suggestionKinds),
  items: z.array(suggestion),
  total: z.number().nullable().openapi({ description: 'How many match, where that is counted.' }),
})

export const suggestionsAnswer = z.object({
  groups: z.array(group),
  trending: z.array(suggestion).openapi({
    description: 'Of the dataset tags those whose numbers rise, of cves what such tags detect.',
  }),
  popular: z
    .array(suggestion)
    .openapi({ description: 'Of the dataset tags those that most addresses carry.' }),
})
