import { createRoute, z } from '@hono/zod-openapi'
import { refusals } from '../refusals.ts'
import { readinessAnswer } from '../wire/readiness.ts'
import type { App } from '../../http/app-deps.ts'

/** Calls of people who run the server; http/app.ts answers them. */

const ready = { 'application/json': { schema: readinessAnswer } }

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
      ...refusals('unauthorized', 'forbidden'),
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
