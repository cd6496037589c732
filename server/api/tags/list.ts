import { createRoute, z } from '@hono/zod-openapi'
import { trendSorts } from '#model/tag-report.ts'
import { ctxFor } from '#services/context.ts'
import { listTags, tagSorts } from '#services/tags/list.ts'
import { trends } from '#services/trends/report.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { presentHead } from '../present/tag.ts'
import { apiCategories, apiIntentions, categoriesOf, intentionOf } from '../present/api-enums.ts'
import { integerOr, looseBoolean } from '../params.ts'
import { refusals } from '../refusals.ts'
import { row, trendRow } from '../wire/tag.ts'

const filters = {
  intention: z.enum(apiIntentions).optional(),
  category: z.enum(apiCategories).optional(),
}

const list = createRoute({
  method: 'get',
  path: '/api/tags',
  summary: 'Tags whose name, slug, description or CVE has all the words, a page at a time',
  request: {
    query: z.object({
      ...filters,
      search: z.string().max(200).default(''),
      has_cve: looseBoolean.optional(),
      sort: z.enum(tagSorts).default('active'),
      page: integerOr(1, 1, 10_000),
      items_per_page: integerOr(25, 1, 100),
    }),
  },
  responses: {
    200: {
      description: 'A page of tags and how many there are; a page beyond the last is the last',
      content: {
        'application/json': {
          schema: z.object({ tags: z.array(row), total: z.number(), page: z.number(), pages: z.number() }),
        },
      },
    },
    ...refusals('invalid-input', 'unauthorized', 'forbidden', 'busy'),
  },
})

const trending = createRoute({
  method: 'get',
  path: '/api/tags/trends',
  summary: 'Tags that more addresses carry than their past lets expect, or that most carry now',
  request: {
    query: z.object({
      ...filters,
      sort: z.enum(trendSorts).default('trending'),
      days: integerOr(30, 1, 90),
      limit: integerOr(25, 1, 1000),
    }),
  },
  responses: {
    200: {
      description: 'Ranked tags',
      content: {
        'application/json': {
          schema: z.object({
            tags: z.array(trendRow),
            total: z.number(),
            method: z.string(),
            days: z.array(z.string()),
          }),
        },
      },
    },
    ...refusals('invalid-input', 'unauthorized', 'forbidden', 'busy'),
  },
})

export function tagListRoutes(app: App, { deps }: AppDeps): void {
  app.openapi(list, async (c) => {
    const { search, sort, page, items_per_page, has_cve, intention, category } = c.req.valid('query')
    const found = await listTags(ctxFor(deps, c.var), {
      search,
      sort,
      page,
      itemsPerPage: items_per_page,
      hasCve: has_cve === true,
      intention: intentionOf(intention),
      categories: categoriesOf(category),
    })
    const tags = found.tags.map((tag) => ({
      ...presentHead(tag),
      description: tag.description,
      ips_in_24h: tag.inADay,
      trace: tag.trace,
    }))
    return c.json({ tags, total: found.total, page: found.page, pages: found.pages }, 200)
  })
  app.openapi(trending, async (c) => {
    const { intention, category, ...rest } = c.req.valid('query')
    const report = await trends(ctxFor(deps, c.var), {
      ...rest,
      intention: intentionOf(intention),
      categories: categoriesOf(category),
    })
    const tags = report.rows.map((tag) => ({
      ...presentHead(tag),
      rank: tag.rank,
      score: tag.score,
      level: tag.level,
      expected: tag.expected,
      with_today: tag.withToday,
      newcomer: tag.newcomer,
      total_ips: tag.inADay,
      today: tag.today,
      trace: tag.trace,
      anomaly: tag.anomaly,
    }))
    return c.json({ tags, total: report.total, method: report.method, days: report.days }, 200)
  })
}
