import { z } from '@hono/zod-openapi'
import { intentions } from '#model/tag.ts'
import { trusts } from '#model/evidence.ts'
import { apiCategories, apiIntentions } from '../present/api-enums.ts'
import { apiRecord } from './api-record.ts'

/** What /api tells of one address: its record, and how the verdict on it came about (model/ip-report.ts). */

const texts = z.array(z.string())
const reasonKind = z.string().openapi({ description: '"tag", or the kind of evidence.' })
const verdictOrNone = z
  .enum([...intentions, ''])
  .openapi({ description: 'Empty: no verdict, not seen within the window.' })

const word = z
  .object({
    note: z.string(),
    at: z.string(),
    until: z.string().openapi({ description: 'Empty: for ever.' }),
  })
  .optional()
  .openapi({ description: 'What the operator said, of a reason of the kind "operator" or "answer".' })

export const verdictStep = z
  .object({
    at: z.string(),
    before: verdictOrNone,
    after: verdictOrNone,
    method: z.string().openapi({ description: 'Version of docs/methods/verdict.md.' }),
    decided: z.array(z.object({ kind: reasonKind, slug: z.string(), name: z.string(), operator: word })),
  })
  .openapi('VerdictStep')

const facts = z
  .object({
    country_code: z.string(),
    country: z.string(),
    region: z.string(),
    city: z.string(),
    latitude: z.number().nullable(),
    longitude: z.number().nullable(),
    asn: z.string(),
    organization: z.string(),
    category: z.string(),
    rdns: z.string(),
    domain: z.string(),
    carrier: z.string(),
    datacenter: z.string(),
    mobile: z.boolean(),
    tor: z.boolean(),
    vpn: z.boolean(),
    vpn_service: z.string(),
  })
  .openapi('NetworkOfAddress')

const service = z.object({
  name: z.string(),
  category: z.string(),
  description: z.string(),
  explanation: z.string(),
  trust_level: z.number(),
  reference: z.string(),
  last_updated: z.string(),
})

const network = z.object({
  asns: z.array(z.number()),
  place_country_code: z.string(),
  clouds: texts,
  hosted: z.boolean(),
  vpn_services: texts,
  tor: z.object({ relay: z.boolean(), guard: z.boolean(), exit: z.boolean() }),
  services: z.array(service),
  bogon: z.boolean(),
})

const verdict = z
  .object({
    classification: z.enum(intentions),
    method: z.string(),
    sentence: z.string(),
    would_change: z.string(),
    reasons: z.array(
      z.object({
        kind: reasonKind,
        slug: z.string(),
        name: z.string(),
        category: z.enum(apiCategories),
        intention: z.enum(apiIntentions),
        first_seen: z.string(),
        last_seen: z.string(),
        sessions: z.number(),
        decided: z.boolean(),
        operator: word,
      }),
    ),
    changes: z.array(
      z.object({
        becomes: verdictOrNone,
        without: texts,
        with: z.object({ intention: z.enum(apiIntentions), category: z.enum(apiCategories) }).nullable(),
        on: z.string(),
        words: z.string(),
      }),
    ),
  })
  .openapi('Verdict')

const sighting = z.object({
  source: z.string(),
  trust: z.enum(trusts),
  tags: texts,
  note: z.string(),
  first_seen: z.string(),
  last_seen: z.string(),
  imported: z.string(),
  licence: z.string(),
  reference: z.string(),
})

const shared = z.array(
  z.object({
    value: z.string(),
    port: z.number().nullable(),
    addresses: z.number().openapi({ description: 'How many addresses show it.' }),
    names: texts,
  }),
)

export const ipReport = z
  .object({
    ...apiRecord.shape,
    state: z.enum(['observed', 'not-observed', 'reserved']),
    reserved: z.object({ range: z.string(), name: z.string(), reference: z.string() }).nullable(),
    facts,
    network: network.nullable(),
    verdict: verdict.nullable(),
    history: z.array(verdictStep),
    more_history: z.boolean(),
    sightings: z.array(sighting),
    reverse: z
      .object({
        name: z.string(),
        state: z.enum(['confirmed', 'other', 'none', 'failed']),
        asked: z.string(),
      })
      .nullable(),
    activity: z
      .object({
        days: texts,
        rows: z.array(
          z.object({
            kind: z.enum(['tag', 'port', 'path']),
            label: z.string(),
            intention: z.enum(apiIntentions).nullable(),
            cells: z.array(z.number()).openapi({ description: 'Sessions of a UTC day, oldest first.' }),
          }),
        ),
      })
      .nullable(),
    decoded: z
      .array(z.object({ sent: z.string(), read: z.string() }))
      .openapi({ description: 'Encoded requests, decoded as the rules read them; a few of them.' }),
    fingerprints: z.object({ ja3: shared, ja4: shared, hassh: shared }),
    neighbours: z
      .array(
        z.object({
          query: z.string(),
          name: z.string(),
          total: z.number(),
          classes: z.partialRecord(z.enum(intentions), z.number()),
        }),
      )
      .openapi({
        description: 'Of its block (/24, /48 of IPv6) and its network: who else was seen, by class.',
      }),
    sentence: z.string(),
    demo: z.boolean(),
    missing: texts.openapi({
      description: 'Parts that are not available now, because the analytics engine does not answer.',
    }),
    request_metadata: z.object({ restricted_fields: texts }),
  })
  .openapi('IpReport')

export type IpReportOnWire = z.infer<typeof ipReport>

/** How the verdict on one address changed. */
export const verdictChanges = z.object({
  ip: z.string(),
  more: z.boolean().openapi({ description: 'There are older ones: ask before the last of these.' }),
  steps: z.array(verdictStep),
})
