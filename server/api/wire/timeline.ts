import { z } from '@hono/zod-openapi'
import { timelineFields } from '#services/ip/timeline.ts'
import { integerOr } from '../params.ts'

/** What both faces of the timeline take and answer. */
export const timelineQuery = z.object({
  days: integerOr(1, 1, 90).openapi({
    description:
      'How far back from now. The first bucket begins with its hour or UTC day, and the last one is not over: 30 days by the day are up to 31 buckets.',
  }),
  field: z.enum(timelineFields).default('classification'),
  granularity: z
    .string()
    .regex(/^(?:(?:[1-9]|1\d|2[0-4])h|(?:[1-9]|[1-8]\d|90)d)$/, 'expected 1h to 24h or 1d to 90d')
    .default('1d'),
})

export const timelineAnswer = z
  .object({
    metadata: z.object({
      ip: z.string(),
      field: z.string(),
      first_seen: z.string(),
      start: z.string(),
      end: z.string(),
      granularity: z.string(),
      metric: z.literal('count').openapi({ description: 'What `data` is: a count of sessions.' }),
    }),
    results: z.array(
      z.object({
        timestamp: z.string(),
        label: z.string().openapi({
          description:
            'A value of the field; of `destination_port`, a transport without ports is named: "icmp".',
        }),
        data: z.number().openapi({ description: 'Sessions that began in the bucket and carry the label.' }),
      }),
    ),
  })
  .openapi('AddressTimeline')

const strings = z.array(z.string())
/** The hourly and daily summaries of the public API. */
export const summariesAnswer = z
  .object({
    metadata: z.object({
      ip: z.string(),
      start_time: z.string(),
      end_time: z.string(),
      limit: z.number(),
      next_cursor: z.string(),
    }),
    activity: z.array(
      z.object({
        timestamp: z.string(),
        classification: z.string(),
        asn: z.string(),
        category: z.string(),
        organization: z.string(),
        city: z.string(),
        region: z.string(),
        country: z.string(),
        country_code: z.string(),
        rdns: z.string(),
        spoofable: z.boolean(),
        tor: z.boolean(),
        vpn: z.boolean(),
        vpn_service: z.string(),
        destinations: z.array(z.object({ country: z.string(), country_code: z.string() })),
        tags: z.array(
          z.object({
            name: z.string(),
            category: z.string(),
            intention: z.string(),
            description: z.string(),
          }),
        ),
        protocols: z.array(
          z.object({
            port: z.number(),
            transport_protocol: z.string(),
            app_protocol: z.string().optional(),
          }),
        ),
        http_paths: strings,
        http_user_agents: strings,
        ja3_fingerprints: strings,
        hassh_fingerprints: strings,
      }),
    ),
  })
  .openapi('AddressSummaries')
