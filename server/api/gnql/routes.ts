import { createRoute, z } from '@hono/zod-openapi'
import { fieldCatalogues } from '#gnql/registry/registry.ts'
import { countries } from '#model/countries.ts'
import { lackingGroups } from '#model/ip-document/groups.ts'
import { workFor } from '#services/work/work.ts'
import { type Names, namesFor } from '#services/tags/autocomplete.ts'
import type { App, AppDeps } from '../../http/parts.ts'
import { refusals } from '../refusals.ts'
import { completionAnswer } from '../wire/completion.ts'
import { integer } from '../params.ts'

const completion = createRoute({
  method: 'get',
  path: '/api/gnql/complete',
  summary: 'What may be typed next at a place of a query, as the pages suggest it',
  request: {
    query: z.object({
      text: z.string().max(16_384),
      cursor: integer(0, 16_384)
        .optional()
        .openapi({ description: 'In UTF-16 units; the end of the text when left out.' }),
      catalogue: z.enum(fieldCatalogues).default('ip'),
    }),
  },
  responses: {
    200: {
      description: 'What any item replaces, and the items, the likeliest first',
      content: {
        'application/json': {
          schema: completionAnswer,
        },
      },
    },
    ...refusals('invalid-input', 'unauthorized', 'busy'),
  },
})

export function gnqlRoutes(app: App, { work }: AppDeps, names: () => Promise<Names>): void {
  app.openapi(completion, async (c) => {
    const { text, cursor = text.length, catalogue } = c.req.valid('query')
    const { scope } = c.var
    const data = { ...namesFor(scope, await names()), countries }
    const input = { text, cursor, catalogue, data, lacking: lackingGroups(scope.plan) }
    return c.json(await workFor(c.var, work).run('completeQuery', input), 200)
  })
}
