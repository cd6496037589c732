import { z } from '@hono/zod-openapi'
import { tagSteps } from '#store/analytics/tag-counts/counts.ts'
import { apiCategories, apiIntentions } from '../present/api-enums.ts'

/** Id (UUID) or slug. */
export const tagId = z.object({ id: z.string().min(1).max(80).openapi({ example: 'mirai' }) })

const granularities = { '1h': 1, '4h': 4, '24h': 24, '1d': 24 } as const
export const granularity = z
  .enum(['1h', '4h', '24h', '1d'], 'expected 1h, 4h, 24h or 1d')
  .optional()
  .openapi({ description: 'By the length of the window without it: 1h to 3 days, 4h to 14, then 24h.' })

export const stepOf = (text: keyof typeof granularities | undefined): (typeof tagSteps)[number] | undefined =>
  text === undefined ? undefined : granularities[text]

const strings = z.array(z.string())

export const head = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  category: z.enum(apiCategories),
  intention: z.enum(apiIntentions),
  cves: strings,
  created_at: z.string(),
})

export const row = head.extend({
  description: z.string(),
  ips_in_24h: z.number().openapi({ description: 'Different addresses of the last 24 clock hours.' }),
  trace: z
    .array(z.number())
    .openapi({ description: 'Different addresses per UTC day; the last is today so far.' }),
})

const bucket = z.object({
  start: z.string(),
  end: z.string(),
  include_start: z.boolean(),
  include_end: z.boolean(),
  timestamp: z.string(),
  active_ips: z.number(),
})
const verdicts = <T extends z.ZodType>(each: T) =>
  z.object({ malicious: each, suspicious: each, benign: each, unknown: each })

export const activity = z
  .object({
    slug: z.string(),
    activity: verdicts(z.array(bucket)).openapi({
      description: 'Different addresses per bucket, by the verdict of what each showed on that UTC day.',
    }),
    aggregations: z.object({
      total_ips: z.number(),
      classification: verdicts(z.number()),
    }),
    metadata: z.object({ granularity: z.string(), start_date: z.string(), end_date: z.string() }),
  })
  .openapi('TagActivity')

export const publicHead = z.object({
  id: z.string(),
  label: z.string(),
  slug: z.string(),
  name: z.string(),
  category: z.string(),
  intention: z.string(),
  cves: strings,
  created_at: z.string(),
})
export const publicTag = publicHead
  .extend({
    description: z.string(),
    references: strings,
    recommend_block: z.boolean(),
    related_tags: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        slug: z.string(),
        category: z.string(),
        intention: z.string(),
      }),
    ),
  })
  .openapi('PublicTag')

/** A row of `/api/tags/trends`. */
export const trendRow = head.extend({
  rank: z.number(),
  score: z.number().nullable().openapi({
    description:
      'Recent level over expected level (docs/methods/trend.md); null while the record is too young.',
  }),
  level: z.number(),
  expected: z.number(),
  with_today: z.boolean(),
  newcomer: z.boolean(),
  total_ips: z.number().openapi({ description: 'Different addresses of the last 24 clock hours.' }),
  today: z.number(),
  trace: z.array(z.number()),
  anomaly: z
    .object({ day: z.string(), seen: z.number(), expected: z.number(), score: z.number() })
    .nullable()
    .openapi({ description: 'docs/methods/anomaly.md' }),
})

/** `/api/tags/{id}`. */
export const wholeTag = head.extend({
  description: z.string(),
  references: z.array(z.string()),
  actor: z.string(),
  recommend_block: z.boolean(),
  rule: z.string().openapi({ description: 'GNQL over sessions' }),
  related_tags: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      slug: z.string(),
      category: z.enum(apiCategories),
      intention: z.enum(apiIntentions),
    }),
  ),
})
