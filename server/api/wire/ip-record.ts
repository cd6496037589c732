import { z } from '@hono/zod-openapi'
import { intentions, tagCategories } from '#model/tag.ts'

/** The v3 IP record as it stands on the wire (server/api/present/ip-record.ts makes it). */

const texts = z.array(z.string())

export const tagOnWire = z
  .object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    description: z.string(),
    category: z.enum(tagCategories),
    intention: z.enum(intentions),
    references: texts,
    cves: texts,
    recommend_block: z.boolean(),
    created: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .openapi('Tag')

const metadata = z
  .object({
    asn: z.string(),
    source_country: z.string(),
    source_country_code: z.string(),
    source_city: z.string(),
    region: z.string(),
    organization: z.string(),
    category: z.string(),
    rdns: z.string(),
    rdns_parent: z.string(),
    rdns_validated: z.boolean(),
    domain: z.string(),
    os: z.string(),
    carrier: z.string(),
    datacenter: z.string(),
    mobile: z.boolean(),
    single_destination: z.boolean(),
    sensor_count: z.number(),
    sensor_hits: z.number(),
    destination_countries: texts,
    destination_country_codes: texts,
    destination_asns: texts,
    destination_cities: texts,
    latitude: z.number().openapi({ description: '0, as longitude, where no place is known.' }),
    longitude: z.number().openapi({ description: '0, as latitude, where no place is known.' }),
  })
  .openapi('IpMetadata')

const fingerprints = z.array(z.object({ fingerprint: z.string(), port: z.number() }))

const rawData = z
  .object({
    scan: z.array(z.object({ port: z.number(), protocol: z.string() })),
    ja3: fingerprints,
    hassh: fingerprints,
    http: z.object({
      md5: texts,
      cookie_keys: texts,
      request_authorization: texts,
      request_cookies: texts,
      request_header: texts,
      request_referer: texts,
      method: texts,
      path: texts,
      request_origin: texts,
      useragent: texts,
      host: texts,
      uri: texts,
      ja4h: texts,
    }),
    tls: z.object({ cipher: texts, ja4: texts }),
    ssh: z.object({ key: texts, ja4ssh: texts }),
    tcp: z.object({ ja4t: texts }),
    source: z.object({
      bytes: z.number(),
      ports: z.object({ tcp: z.array(z.number()), udp: z.array(z.number()) }),
    }),
    truncated: texts.openapi({
      description:
        'Columns of which something was left out: the list was cut to its most frequent values, or a value of more than 512 bytes to its beginning, as "… [7912 bytes, sha256 …]".',
    }),
  })
  .openapi('IpRawData')

export const ipRecord = z
  .object({
    ip: z.string(),
    business_service_intelligence: z.object({
      found: z.boolean(),
      category: z.string(),
      name: z.string(),
      description: z.string(),
      explanation: z.string(),
      last_updated: z.string(),
      reference: z.string(),
      trust_level: z.string(),
    }),
    internet_scanner_intelligence: z.object({
      ip: z.string(),
      found: z.boolean(),
      seen: z.boolean(),
      first_seen: z.string(),
      last_seen: z.string(),
      last_seen_timestamp: z.string(),
      last_seen_malicious: z.string(),
      last_seen_suspicious: z.string(),
      last_seen_benign: z.string(),
      classification: z
        .enum([...intentions, ''])
        .openapi({ description: 'Empty for an address without sessions.' }),
      actor: z.string(),
      spoofable: z.boolean(),
      bot: z.boolean(),
      vpn: z.boolean(),
      vpn_service: z.string(),
      tor: z.boolean(),
      cves: texts,
      tags: z.array(tagOnWire),
      callback_ips: texts,
      metadata,
      raw_data: rawData,
    }),
  })
  .openapi('IpRecord')

/** The short form that `quick` asks for. */
export const quickRecord = z
  .object({
    ip: z.string(),
    noise: z.boolean().openapi({ description: 'Seen by our sensors.' }),
    riot: z.boolean().openapi({ description: 'Belongs to a business service.' }),
    business_service_intelligence: z.object({ found: z.boolean(), trust_level: z.string() }),
    internet_scanner_intelligence: z.object({
      found: z.boolean(),
      classification: z.enum([...intentions, '']),
    }),
  })
  .openapi('QuickRecord')

/** The schema with every member optional at every depth: what `fields` and `exclude` leave of it. */
export function partOf(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodArray) return z.array(partOf(schema.element as z.ZodType))
  if (!(schema instanceof z.ZodObject)) return schema
  const members = Object.entries(schema.shape as Record<string, z.ZodType>)
  return z.object(Object.fromEntries(members.map(([name, member]) => [name, partOf(member).optional()])))
}

/** A record as far as it was asked for. */
export const ipRecordPart = z
  .object({
    ip: z.string(),
    business_service_intelligence: partOf(ipRecord.shape.business_service_intelligence).optional(),
    internet_scanner_intelligence: partOf(ipRecord.shape.internet_scanner_intelligence).optional(),
  })
  .openapi('IpRecordPart')

export type IpRecordPart = z.infer<typeof ipRecordPart>
