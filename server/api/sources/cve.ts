import { createRoute, z } from '@hono/zod-openapi'
import { importCves, listCveSources } from '#services/cve/import.ts'
import { workspaceOf } from '../../auth/who.ts'
import { bodyOf } from '../../http/body.ts'
import type { App, AppParts } from '../../http/parts.ts'
import { looseBoolean } from '../params.ts'
import { refusals } from '../refusals.ts'

const change = z.object({ rows: z.number(), added: z.number(), changed: z.number(), removed: z.number() })
const standing = change.extend({ imported_at: z.string(), data_date: z.string() })

const list = createRoute({
  method: 'get',
  path: '/api/sources/cve',
  summary: 'The sources of CVE facts: what each gives, its licence, and what of it stands',
  responses: {
    200: {
      description: 'In the order in which they count',
      content: {
        'application/json': {
          schema: z.array(
            z.object({
              name: z.string(),
              title: z.string(),
              gives: z.string(),
              licence: z.string(),
              url: z.string(),
              files: z.string().openapi({ description: 'Names of its files, as a regular expression.' }),
              refresh_hours: z.number(),
              standing: standing.nullable(),
            }),
          ),
        },
      },
    },
    ...refusals('unauthorized', 'busy'),
  },
})

const take = createRoute({
  method: 'post',
  path: '/api/sources/cve/{source}',
  summary:
    'Take a file (also gzip or Zstandard) as the new state of a source; a broken one leaves what stands',
  security: [{ key: [] }],
  request: {
    params: z.object({ source: z.string().max(64).openapi({ example: 'kev' }) }),
    query: z.object({
      partial: looseBoolean
        .optional()
        .openapi({ description: 'What the file does not name stays as it is.' }),
      accept_loss: looseBoolean.optional().openapi({
        description: 'Take it although it is suddenly small or the last known row is missing.',
      }),
    }),
  },
  // Described by hand: the body is a stream, which no schema checks.
  requestBody: {
    required: true,
    description: 'The bytes of the file',
    content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  },
  responses: {
    200: { description: 'What it changed', content: { 'application/json': { schema: change } } },
    ...refusals('invalid-input', 'unauthorized', 'not-found', 'unreadable-source', 'busy'),
  },
})

const iso = (at: number): string => new Date(at).toISOString()

export function cveSourceRoutes(app: App, { house }: AppParts): void {
  app.openapi(list, async (c) =>
    c.json(
      (await listCveSources(house)).map(({ refreshHours, standing: of, ...rest }) => ({
        ...rest,
        refresh_hours: refreshHours,
        standing: of && {
          rows: of.rows,
          added: of.added,
          changed: of.changed,
          removed: of.removed,
          imported_at: iso(of.importedAt),
          data_date: of.dataDate,
        },
      })),
      200,
    ),
  )
  app.openapi(take, async (c) => {
    workspaceOf(c.var.scope)
    const { partial = false, accept_loss: acceptLoss = false } = c.req.valid('query')
    const { rows, added, changed, removed } = await importCves(house, {
      source: c.req.valid('param').source,
      file: bodyOf(c.env),
      partial,
      acceptLoss,
    })
    return c.json({ rows, added, changed, removed }, 200)
  })
}
