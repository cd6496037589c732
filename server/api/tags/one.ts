import { createRoute, z } from '@hono/zod-openapi'
import { ctxFor } from '#services/context.ts'
import { tagActivity } from '#services/tags/activity.ts'
import { exportTag } from '#services/tags/export.ts'
import { headOf, tagOf } from '#services/tags/find.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { presentActivity, presentHead, related } from '../present/tag.ts'
import { apiCategory, apiIntention } from '../present/api-enums.ts'
import { integerOr } from '../params.ts'
import { refusals } from '../refusals.ts'
import { activity, granularity, stepOf, tagId, wholeTag } from '../wire/tag.ts'
import { linesOf } from './lines.ts'

const one = createRoute({
  method: 'get',
  path: '/api/tags/{id}',
  summary: 'One tag, by id or slug',
  request: { params: tagId },
  responses: {
    200: {
      description: 'The tag, its rule included',
      content: {
        'application/json': {
          schema: wholeTag,
        },
      },
    },
    ...refusals('invalid-input', 'unauthorized', 'not-found'),
  },
})

const overTime = createRoute({
  method: 'get',
  path: '/api/tags/{id}/activity',
  summary: 'How many different addresses carried a tag over time',
  request: { params: tagId, query: z.object({ days: integerOr(3, 1, 90), granularity }) },
  responses: {
    200: { description: 'Buckets by verdict', content: { 'application/json': { schema: activity } } },
    ...refusals('invalid-input', 'unauthorized', 'not-found', 'busy'),
  },
})

const download = createRoute({
  method: 'get',
  path: '/api/tags/{id}/export',
  summary: 'The addresses that carried a tag, in address order',
  request: {
    params: tagId,
    query: z.object({ format: z.enum(['csv']).default('csv'), days: integerOr(90, 1, 90) }),
  },
  responses: {
    200: { description: 'CSV with a header row', content: { 'text/csv': { schema: z.string() } } },
    ...refusals('invalid-input', 'unauthorized', 'forbidden', 'not-found', 'busy'),
  },
})

export function tagRoutesById(app: App, { deps }: AppDeps): void {
  app.openapi(one, (c) => {
    const tag = tagOf(deps, c.req.valid('param').id)
    return c.json(
      {
        ...presentHead(headOf(tag)),
        description: tag.description,
        references: [...tag.references],
        actor: tag.actor ?? '',
        recommend_block: tag.recommendBlock,
        rule: tag.rule,
        related_tags: related(tag, deps.tags).map(({ category, intention, ...rest }) => ({
          ...rest,
          category: apiCategory(category),
          intention: apiIntention(intention),
        })),
      },
      200,
    )
  })
  app.openapi(overTime, async (c) => {
    const asked = c.req.valid('query')
    const found = await tagActivity(ctxFor(deps, c.var), {
      tag: c.req.valid('param').id,
      days: asked.days,
      step: stepOf(asked.granularity),
    })
    return c.json(presentActivity(found), 200)
  })
  app.openapi(download, async (c) => {
    const { slug, pages } = await exportTag(ctxFor(deps, c.var), {
      tag: c.req.valid('param').id,
      days: c.req.valid('query').days,
    })
    const at = new Date(deps.clock()).toISOString().replaceAll(/[-:]|\.\d+/g, '')
    c.header('content-type', 'text/csv; charset=utf-8')
    c.header('content-disposition', `attachment; filename="tag_${slug}_${at}.csv"`)
    return c.body(streamOf(linesOf(pages)), 200)
  })
}

/** Asks for the next piece when the reader wants it; one that leaves ends the question to the store. */
const streamOf = (pieces: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> =>
  new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => void (await pieces.return(undefined)),
  })
