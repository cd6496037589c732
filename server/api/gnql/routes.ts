import { createRoute, z } from '@hono/zod-openapi'
import { mayNameLists } from '#gnql/names-of-lists.ts'
import { fieldCatalogues } from '#gnql/registry/registry.ts'
import { type CompletionData, countriesBySeen } from '#gnql/complete/data.ts'
import { lackingGroups } from '#model/ip-document/groups.ts'
import type { Autocomplete } from '#model/query.ts'
import { ownLists } from '#services/analysis/own-lists.ts'
import { workFor } from '#services/work/work.ts'
import { type Names, namesFor } from '#services/tags/autocomplete.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
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

/** One object for the same names: what completion makes ready of it is made once. */
function dataOf(names: Autocomplete): CompletionData {
  const known = made.get(names)
  if (known) return known
  const data = { ...names, countries: countriesBySeen(names.countries) }
  made.set(names, data)
  return data
}

const made = new WeakMap<Autocomplete, CompletionData>()

export function gnqlRoutes(app: App, { work, deps }: AppDeps, names: () => Promise<Names>): void {
  app.openapi(completion, async (c) => {
    const { text, cursor = text.length, catalogue } = c.req.valid('query')
    const { scope } = c.var
    const known = dataOf(namesFor(scope, await names()))
    const lists = mayNameLists(text) ? await ownLists(deps, scope).names() : []
    const data = lists.length > 0 ? { ...known, lists } : known
    const input = { text, cursor, catalogue, data, lacking: lackingGroups(scope.plan) }
    return c.json(await workFor(c.var, work).run('completeQuery', input), 200)
  })
}
