import { createRoute, z } from '@hono/zod-openapi'
import { isDue } from '#model/sources.ts'
import { snakeKeys } from '../wire/case.ts'
import { ctxFor, writeCtxFor } from '#services/context.ts'
import { removeSource } from '#services/sources/remove.ts'
import { requireRights } from '#services/access.ts'
import { sourcesReport } from '#services/sources/report.ts'
import { importSource } from '#services/sources/import.ts'
import { trustSource } from '#services/sources/trust.ts'
import { unpackedFiles } from '#sources/formats/tar.ts'
import { bodyOf } from '../../http/body.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { refusals } from '../refusals.ts'
import { message } from '../wire/message.ts'
import { name, receipt, report, taking, trusting } from '../wire/source.ts'

const json = <S extends z.ZodType>(description: string, schema: S) => ({
  200: { description, content: { 'application/json': { schema } } },
})

const list = createRoute({
  method: 'get',
  path: '/api/sources',
  summary:
    'Every source of reference data: facts about addresses, vetted actors, sightings of others, CVEs; rows, age, licence, origin',
  responses: {
    ...json('Every source, also those without data', report),
    ...refusals('unauthorized', 'busy'),
  },
})

const take = createRoute({
  method: 'put',
  path: '/api/sources/{name}',
  summary:
    'Make a file (also gzip, Zstandard) or a tar of files the state of a source of CVEs or of a list; a broken one leaves the present data in use',
  security: [{ key: [] }],
  request: { params: name, query: taking },
  // Described by hand: the body is a stream, which no schema checks.
  requestBody: {
    required: true,
    description: 'The bytes of the file',
    content: {
      'application/octet-stream': { schema: { type: 'string', format: 'binary' } },
      'application/x-tar': { schema: { type: 'string', format: 'binary' } },
    },
  },
  responses: {
    ...json('What it changed', receipt),
    ...refusals(
      'invalid-input',
      'unauthorized',
      'forbidden',
      'not-found',
      'conflict',
      'too-large',
      'unreadable-source',
      'busy',
    ),
  },
})

const trust = createRoute({
  method: 'put',
  path: '/api/sources/{name}/trust',
  summary: 'Change how a list of sightings counts for verdicts; its sightings stay',
  security: [{ key: [] }],
  request: {
    params: name,
    body: { required: true, content: { 'application/json': { schema: trusting } } },
  },
  responses: {
    ...json('Done', message),
    ...refusals('invalid-input', 'unauthorized', 'forbidden', 'not-found', 'conflict', 'busy'),
  },
})

const remove = createRoute({
  method: 'delete',
  path: '/api/sources/{name}',
  summary: 'Remove an imported list and all its sightings',
  security: [{ key: [] }],
  request: { params: name },
  responses: {
    ...json('Done', message),
    ...refusals('unauthorized', 'forbidden', 'not-found', 'conflict', 'busy'),
  },
})

export function sourceRoutes(app: App, { deps }: AppDeps): void {
  app.openapi(list, async (c) => {
    const { sources, updates } = await sourcesReport(ctxFor(deps, c.var))
    const now = deps.clock()
    return c.json(
      report.parse(snakeKeys({ updates, sources: sources.map((one) => ({ ...one, due: isDue(one, now) })) })),
      200,
    )
  })
  app.openapi(take, async (c) => {
    // Before a byte of the body is read.
    requireRights(c.var, importSource.needs)
    const { force = false, add = false, from = [], ...asked } = c.req.valid('query')
    const body = bodyOf(c.env, c.var.signal)
    const isTar = c.req.header('content-type')?.split(';')[0]?.trim() === 'application/x-tar'
    const input = { ...asked, ...c.req.valid('param'), force, add, from }
    return c.json(
      await importSource(writeCtxFor(deps, c.var), input, isTar ? unpackedFiles(body) : [body]),
      200,
    )
  })
  app.openapi(trust, async (c) => {
    const { name: of } = c.req.valid('param')
    const { trust: degree } = c.req.valid('json')
    await trustSource(writeCtxFor(deps, c.var), { name: of, trust: degree })
    return c.json({ message: `Sightings of ${of} now count as: ${degree}.` }, 200)
  })
  app.openapi(remove, async (c) => {
    const { name: of } = c.req.valid('param')
    await removeSource(writeCtxFor(deps, c.var), { name: of })
    return c.json({ message: `The list ${of} is removed.` }, 200)
  })
}
