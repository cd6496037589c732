import { z } from '@hono/zod-openapi'
import { integerOr } from '../params.ts'
import { apiRecordPart } from './api-record.ts'
import { ipRecordPart, quickRecord } from './ip-record.ts'
import { ipRecordV2 } from './ip-record-v2.ts'

/** Searches as each face of the API answers them. */

/** How long it may be is the language's own affair (gnql/limits.ts): its refusal names the place. */
export const query = z.string().min(1).openapi({ example: 'classification:malicious last_seen:1d' })

/** A page may be of something else than was meant: what a person is told beside it. */
export const hints = z
  .array(
    z.object({
      span: z.object({ start: z.number(), end: z.number() }),
      severity: z.enum(['error', 'hint']),
      message: z.string(),
      expected: z.array(z.string()),
      found: z.string(),
      suggestion: z.string().nullable(),
    }),
  )
  .openapi({
    description:
      'How something was read that may have been meant otherwise; `suggestion` in place of the span corrects it.',
  })

/** A page of `/v3`. */
export const gnqlPage = z
  .object({
    data: z.array(z.union([quickRecord, ipRecordPart])),
    request_metadata: z.object({
      complete: z.boolean(),
      scroll: z.string(),
      query: z.string(),
      adjusted_query: z.string(),
      count: z.number(),
      message: z.string(),
      restricted_fields: z.array(z.string()),
      uncertain_addresses: z
        .number()
        .openapi({ description: 'Addresses whose cut lists the query looks at; the answer may miss them.' }),
      hints,
    }),
  })
  .openapi('GnqlPage')

/** A page of `/v2`. */
export const gnqlPageV2 = z
  .object({
    complete: z.boolean(),
    count: z.number(),
    data: z.array(ipRecordV2),
    message: z.enum(['ok', 'no results']),
    query: z.string(),
    adjusted_query: z.string(),
    scroll: z.string().optional().openapi({
      description: 'Absent on the last page: a client that sends an empty one back starts anew.',
    }),
  })
  .openapi('GnqlPageV2')

const bucket = <K extends string, V extends z.ZodType>(key: K, value: V) =>
  z.array(z.object({ [key]: value, count: z.number() } as Record<K, V> & { count: z.ZodNumber })).nullable()

/** The same counts stand at two paths. */
export const statsAnswer = z
  .object({
    count: z.number(),
    query: z.string(),
    adjusted_query: z.string(),
    stats: z.object({
      classifications: bucket('classification', z.string()),
      spoofable: bucket('spoofable', z.boolean()),
      organizations: bucket('organization', z.string()),
      actors: bucket('actor', z.string()),
      countries: bucket('country', z.string()),
      source_countries: bucket('country', z.string()),
      destination_countries: bucket('country', z.string()),
      tags: z.array(z.object({ tag: z.string(), id: z.string(), count: z.number() })).nullable(),
      operating_systems: bucket('operating_system', z.string()),
      categories: bucket('category', z.string()),
      asns: bucket('asn', z.string()),
    }),
  })
  .openapi('GnqlStats')

/** What both of them take. */
export const statsQuery = z.object({ query, count: integerOr(1000, 1, 10_000) })

const finding = z.object({
  span: z.object({ start: z.number(), end: z.number() }).nullable(),
  words: z.string(),
  excludes: z.boolean(),
  matched: z.boolean(),
  values: z.array(z.object({ field: z.string(), values: z.array(z.string()) })),
})

/** A page of `/api/ip/query`. */
export const ipPage = z.object({
  data: z.array(z.object({ ...apiRecordPart.shape, explanation: z.array(finding).optional() })),
  request_metadata: z.object({
    query: z.string(),
    adjusted_query: z.string(),
    count: z.number(),
    complete: z.boolean(),
    scroll_token: z.string(),
    message: z.string(),
    restricted_fields: z.array(z.string()),
    uncertain_addresses: z.number().openapi({
      description: 'Addresses whose cut lists the query looks at; the answer may miss them.',
    }),
    hints,
    relaxed: z
      .array(z.object({ part: z.string(), query: z.string(), count: z.number() }))
      .optional()
      .openapi({ description: 'How many there are without that part, the most first.' }),
  }),
})
