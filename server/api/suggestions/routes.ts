import { createRoute, z } from '@hono/zod-openapi'
import { searchDatasets, suggestionLimits } from '#model/suggestion.ts'
import { ctxFor } from '#services/context.ts'
import { suggest } from '#services/suggest/suggest.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { answers } from '../described.ts'
import { refusals } from '../refusals.ts'
import { suggestionsAnswer } from '../wire/suggestion.ts'

const suggestions = createRoute({
  method: 'get',
  path: '/api/suggestions',
  summary:
    'What is known by the words that somebody types into the search, the likeliest first; costs no search',
  request: {
    query: z.object({
      text: z.string().max(suggestionLimits.text).default('').openapi({
        description: 'Words, or the beginning of an address; without it what many meet now.',
      }),
      dataset: z.enum(searchDatasets).default('ips'),
    }),
  },
  responses: {
    ...answers('Groups in the order in which they are shown; none that is empty', suggestionsAnswer),
    ...refusals('invalid-input', 'unauthorized', 'busy'),
  },
})

export function suggestionRoutes(app: App, { deps }: AppDeps): void {
  app.openapi(suggestions, async (c) => {
    const found = await suggest(ctxFor(deps, c.var), c.req.valid('query'))
    // The schema's lists may be written to; these are everybody's.
    return c.json(found as never, 200)
  })
}
