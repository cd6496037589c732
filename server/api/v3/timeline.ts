import { createRoute, z } from '@hono/zod-openapi'
import { ctxFor } from '#services/context.ts'
import { summarizeIp } from '#services/ip/summaries.ts'
import { timelineOf } from '#services/ip/timeline.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { summariesAnswer, timelineAnswer, timelineQuery } from '../wire/timeline.ts'
import { presentSummaries } from '../present/summaries.ts'
import { publicRefusals } from '../refusals.ts'
import { integerOr } from '../params.ts'

const address = z.object({ ip: z.string().max(64) })

/** Whose data the hosted service can be asked for. What these timelines are made of is the same for all three. */
const workspaceLabels = ['greynoise', 'community', 'personal']
const timelineAsked = timelineQuery.extend({
  workspace_labels: z
    .string()
    .max(100)
    .refine(
      (text) => text.split(',').every((label) => workspaceLabels.includes(label.trim().toLowerCase())),
      `expected some of ${workspaceLabels.join(', ')}, separated by commas`,
    )
    .optional()
    .openapi({ description: 'Checked and of no effect: timelines are of published sessions.' }),
})

const timeline = createRoute({
  method: 'get',
  path: '/v3/noise/ips/{ip}/timeline',
  summary: 'What one address did over time',
  request: { params: address, query: timelineAsked },
  responses: {
    200: {
      description: 'Buckets, newest first',
      content: { 'application/json': { schema: timelineAnswer } },
    },
    ...publicRefusals('invalid-address', 'invalid-input', 'unauthorized', 'forbidden', 'busy'),
  },
})

const summary = <P extends string>(path: P, of: string, asked: { days: number; limit: number }) =>
  createRoute({
    method: 'get',
    path,
    summary: `What one address did in each ${of} in which it was seen`,
    request: {
      params: address,
      query: z.object({
        days: integerOr(asked.days, 1, 90),
        limit: integerOr(asked.limit, 1, 1000),
        cursor: z.string().max(64).optional(),
      }),
    },
    responses: {
      200: { description: 'Newest first', content: { 'application/json': { schema: summariesAnswer } } },
      ...publicRefusals('invalid-address', 'invalid-cursor', 'invalid-input', 'unauthorized', 'busy'),
    },
  })

const hourly = summary('/v3/noise/ips/{ip}/hourly-summary', 'hour', { days: 1, limit: 100 })
const daily = summary('/v3/noise/ips/{ip}/daily-summary', 'UTC day', { days: 30, limit: 50 })

export function timelineV3Routes(app: App, { deps }: AppDeps): void {
  app.openapi(timeline, async (c) => {
    const { ip } = c.req.valid('param')
    const { workspace_labels: _, ...asked } = c.req.valid('query')
    return c.json(await timelineOf(ctxFor(deps, c.var), { ip, ...asked }), 200)
  })
  app.openapi(hourly, async (c) => {
    const asked = { ip: c.req.valid('param').ip, hours: 1, ...c.req.valid('query') } as const
    return c.json(presentSummaries(await summarizeIp(ctxFor(deps, c.var), asked), asked.limit), 200)
  })
  app.openapi(daily, async (c) => {
    const asked = { ip: c.req.valid('param').ip, hours: 24, ...c.req.valid('query') } as const
    return c.json(presentSummaries(await summarizeIp(ctxFor(deps, c.var), asked), asked.limit), 200)
  })
}
