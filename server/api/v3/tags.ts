import { createRoute, z } from '@hono/zod-openapi'
import { ctxFor } from '#services/context.ts'
import { allTags } from '#services/tags/all.ts'
import { tagActivity } from '#services/tags/activity.ts'
import { tagOf } from '#services/tags/find.ts'
import { trends } from '#services/trends/report.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { presentActivity, presentPublicHead, presentPublicTag } from '../present/tag.ts'
import { integerOr } from '../params.ts'
import { publicRefusals } from '../refusals.ts'
import { activity, granularity, publicHead, publicTag, stepOf, tagId } from '../wire/tag.ts'

const list = createRoute({
  method: 'get',
  path: '/v3/tags',
  summary: 'All tags, or those with a part of the name, a slug, a CVE',
  request: {
    query: z.object({
      name: z.string().max(200).optional(),
      slug: z.string().max(80).optional(),
      cve: z.string().max(40).optional(),
    }),
  },
  responses: {
    200: {
      description: 'Tags by slug',
      content: { 'application/json': { schema: z.object({ tags: z.array(publicTag) }) } },
    },
    ...publicRefusals('invalid-input', 'unauthorized', 'forbidden'),
  },
})

const one = createRoute({
  method: 'get',
  path: '/v3/tags/{id}',
  summary: 'One tag, by id or slug',
  request: { params: tagId },
  responses: {
    200: { description: 'The tag', content: { 'application/json': { schema: publicTag } } },
    ...publicRefusals('invalid-input', 'unauthorized', 'not-found'),
  },
})

const overTime = createRoute({
  method: 'get',
  path: '/v3/tags/{id}/activity',
  summary: 'How many different addresses carried a tag over time',
  request: { params: tagId, query: z.object({ days: integerOr(3, 1, 90), granularity }) },
  responses: {
    200: { description: 'Buckets by verdict', content: { 'application/json': { schema: activity } } },
    ...publicRefusals('invalid-input', 'unauthorized', 'not-found', 'busy'),
  },
})

const summary = createRoute({
  method: 'get',
  path: '/v3/summary/tags',
  summary: 'Tags that trend, or whose day is an anomaly',
  request: { query: z.object({ sort: z.enum(['trending', 'anomalies']).default('trending') }) },
  responses: {
    200: {
      description: 'The strongest first',
      content: {
        'application/json': {
          schema: z.object({
            tags: z.array(publicHead.extend({ total_ips: z.number(), score: z.number() })),
          }),
        },
      },
    },
    ...publicRefusals('invalid-input', 'unauthorized', 'forbidden', 'busy'),
  },
})

export function tagV3Routes(app: App, { deps }: AppDeps): void {
  app.openapi(list, async (c) => {
    const { name, slug, cve } = c.req.valid('query')
    const tags = (await allTags(ctxFor(deps, c.var)))
      .filter((tag) => name === undefined || tag.name.toLowerCase().includes(name.toLowerCase()))
      .filter((tag) => slug === undefined || tag.slug === slug.toLowerCase())
      .filter((tag) => cve === undefined || tag.cves.includes(cve.toUpperCase()))
      .map((tag) => presentPublicTag(tag, deps.tags))
    return c.json({ tags }, 200)
  })
  app.openapi(one, (c) => c.json(presentPublicTag(tagOf(deps, c.req.valid('param').id), deps.tags), 200))
  app.openapi(overTime, async (c) => {
    const asked = c.req.valid('query')
    const found = await tagActivity(ctxFor(deps, c.var), {
      tag: c.req.valid('param').id,
      days: asked.days,
      step: stepOf(asked.granularity),
    })
    return c.json(presentActivity(found), 200)
  })
  app.openapi(summary, async (c) => {
    const { rows } = await trends(ctxFor(deps, c.var), { sort: c.req.valid('query').sort, limit: 100 })
    const tags = rows.map((row) => ({
      ...presentPublicHead(row),
      total_ips: row.inADay,
      score: c.req.valid('query').sort === 'anomalies' ? (row.anomaly?.score ?? 0) : (row.score ?? 0),
    }))
    return c.json({ tags }, 200)
  })
}
