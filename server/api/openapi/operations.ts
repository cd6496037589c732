import { createRoute, z } from '@hono/zod-openapi'
import type { App } from '../../http/parts.ts'

/** Calls of people who run the server; http/app.ts answers them. */

const part = z.looseObject({ last_error: z.string().nullable() })

const readiness = z
  .looseObject({
    ready: z.boolean(),
    analytics: z.string().openapi({ description: '"ok", or what is wrong.' }),
    database: z.string().openapi({ description: '"ok", or what is wrong.' }),
    ingest: part.extend({ waiting_sessions: z.number(), stored_sessions: z.number() }),
    documents: part.extend({ last_refresh: z.string().nullable() }),
    tags: part,
    promises: part.extend({ missing_batches: z.number(), missing_sessions: z.number() }).openapi({
      description:
        'What was acknowledged, compared with what is there. Counts are of all workspaces; names are of your own, and of all for the local operator.',
    }),
    jobs: z
      .array(part.extend({ name: z.string(), state: z.enum(['running', 'waiting', 'elsewhere']) }))
      .openapi({
        description: 'Work in the background; elsewhere: another of several servers does it.',
      }),
    parts: z
      .looseObject({ checked: z.number(), due: z.number() })
      .openapi({ description: "The engine's files, compared with their checksums." }),
  })
  .openapi('Readiness')
const ready = { 'application/json': { schema: readiness } }

const calls = [
  createRoute({
    method: 'get',
    path: '/healthz',
    summary: 'Does the process answer?',
    security: [{}],
    responses: {
      200: {
        description: 'It does',
        content: { 'application/json': { schema: z.object({ status: z.literal('alive') }) } },
      },
    },
  }),
  createRoute({
    method: 'get',
    path: '/readyz',
    summary: 'Is the way from a capture to an answer open, and how far behind is it?',
    security: [{}],
    responses: {
      200: { description: 'It is', content: ready },
      503: { description: 'It is not', content: ready },
    },
  }),
  createRoute({
    method: 'get',
    path: '/metrics',
    summary: 'Measurements in the text format of Prometheus',
    security: [{}],
    responses: {
      200: { description: 'Measurements', content: { 'text/plain': { schema: z.string() } } },
    },
  }),
  createRoute({
    method: 'get',
    path: '/my-address',
    summary: 'Leads to the page of the address that asks',
    responses: {
      302: {
        description: 'To /ip/{address}',
        headers: z.object({ location: z.string() }),
      },
    },
  }),
]

export function describeOperations(app: App): void {
  for (const call of calls) app.openAPIRegistry.registerPath(call)
}
