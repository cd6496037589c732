import { z } from '@hono/zod-openapi'
import { intentions } from '#model/tag.ts'

/** The flat record of `/v2` (server/api/present/ip-record-v2.ts makes it). */

const texts = z.array(z.string())
const fingerprints = z.array(z.object({ fingerprint: z.string(), port: z.number() }))

export const ipRecordV2 = z
  .object({
    ip: z.string(),
    first_seen: z.string(),
    last_seen: z.string(),
    seen: z.boolean(),
    tags: texts.openapi({ description: 'Names.' }),
    actor: z.string(),
    spoofable: z.boolean(),
    classification: z.enum(intentions),
    cve: texts,
    bot: z.boolean(),
    vpn: z.boolean(),
    vpn_service: z.string(),
    metadata: z.object({
      asn: z.string(),
      city: z.string(),
      country: z.string(),
      country_code: z.string(),
      source_country: z.string(),
      source_country_code: z.string(),
      region: z.string(),
      organization: z.string(),
      category: z.string(),
      tor: z.boolean(),
      rdns: z.string(),
      os: z.string(),
      destination_countries: texts,
      destination_country_codes: texts,
      sensor_hits: z.number(),
      sensor_count: z.number(),
    }),
    raw_data: z.object({
      scan: z.array(z.object({ port: z.number(), protocol: z.string() })),
      web: z.object({ paths: texts.optional(), useragents: texts.optional() }),
      ja3: fingerprints,
      hassh: fingerprints,
    }),
  })
  .openapi('IpRecordV2')
