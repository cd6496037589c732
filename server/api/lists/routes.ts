import { createRoute, z } from '@hono/zod-openapi'
import { trusts } from '#model/evidence.ts'
import { refuse } from '#model/errors.ts'
import { ctxFor } from '#services/context.ts'
import { importList } from '#services/lists/import.ts'
import { lists } from '#services/lists/list.ts'
import { removeList } from '#services/lists/remove.ts'
import type { Scope } from '#services/scope.ts'
import { workspaceOf } from '../../auth/who.ts'
import { listLimit, wholeBody } from '../../http/body.ts'
import type { App, AppParts } from '../../http/parts.ts'
import { looseBoolean } from '../params.ts'
import { refusals } from '../refusals.ts'

const name = z.object({ name: z.string().max(60).openapi({ example: 'dshield' }) })
const list = z
  .object({
    name: z.string(),
    kind: z.enum(['sightings', 'actors']),
    trust: z.enum(trusts),
    licence: z.string(),
    reference: z.string(),
    entries: z.number(),
    imported: z.string(),
  })
  .openapi('List')

const all = createRoute({
  method: 'get',
  path: '/api/lists',
  summary: 'Lists of others that take part: sightings of named sources, vetted actors',
  responses: {
    200: {
      description: 'By name',
      content: { 'application/json': { schema: z.object({ lists: z.array(list) }) } },
    },
    ...refusals('unauthorized', 'busy'),
  },
})

const put = createRoute({
  method: 'put',
  path: '/api/lists/{name}',
  summary: 'Put a list in the place of the one of that name: CSV, JSON or text as the body, also gzip',
  security: [{ key: [] }],
  request: {
    params: name,
    query: z.object({
      kind: z.enum(['sightings', 'actors']).default('sightings'),
      trust: z.enum(trusts).default('none').openapi({
        description:
          'What a sighting by this source does to a verdict. none: it is shown and found, and decides nothing.',
      }),
      licence: z.string().max(200).default(''),
      reference: z.string().max(500).default(''),
      shrink: looseBoolean.optional().openapi({
        description: 'Take a list that is much shorter than the one that stands.',
      }),
    }),
  },
  // Described by hand: the body has a limit of its own.
  requestBody: {
    required: true,
    description: 'The bytes of the list',
    content: { 'text/csv': { schema: { type: 'string', format: 'binary' } } },
  },
  responses: {
    200: {
      description: 'What was taken in',
      content: {
        'application/json': {
          schema: z.object({
            name: z.string(),
            entries: z.number(),
            before: z.number(),
            unreadable: z.number(),
            reserved: z.number(),
          }),
        },
      },
    },
    ...refusals('invalid-input', 'unauthorized', 'forbidden', 'conflict', 'too-large', 'busy'),
  },
})

const remove = createRoute({
  method: 'delete',
  path: '/api/lists/{name}',
  summary: 'Remove a list and everything it said',
  security: [{ key: [] }],
  request: { params: name },
  responses: {
    200: {
      description: 'Done',
      content: { 'application/json': { schema: z.object({ message: z.string() }) } },
    },
    ...refusals('unauthorized', 'forbidden', 'not-found', 'conflict', 'busy'),
  },
})

/** Lists change what everybody sees: only a workspace that feeds the global records may. */
function operatorOf(scope: Scope): void {
  if (!workspaceOf(scope).publish)
    throw refuse('forbidden', 'This workspace does not feed the global records.')
}

export function listRoutes(app: App, { house }: AppParts): void {
  app.openapi(all, async (c) => c.json({ lists: await lists(ctxFor(house, c.var)) }, 200))
  app.openapi(put, async (c) => {
    operatorOf(c.var.scope)
    const { shrink, ...asked } = c.req.valid('query')
    const bytes = await wholeBody(c, listLimit)
    return c.json(
      await importList(house, { ...asked, ...c.req.valid('param'), shrink: shrink === true, bytes }),
      200,
    )
  })
  app.openapi(remove, async (c) => {
    operatorOf(c.var.scope)
    const { name } = c.req.valid('param')
    await removeList(house, { name })
    return c.json({ message: `The list ${name} is removed.` }, 200)
  })
}
