import { z } from '@hono/zod-openapi'
import { sourceKinds } from '#model/sources.ts'
import { trusts } from '#model/evidence.ts'
import { looseBoolean } from '../params.ts'

/** A source as the API shows it. */
export const status = z
  .object({
    name: z.string(),
    kind: z.enum(sourceKinds),
    gives: z.string(),
    licence: z.string(),
    credit: z.string(),
    home: z.string(),
    urls: z.array(z.string()).openapi({ description: 'Where it is fetched; empty: only by import.' }),
    refresh_hours: z.number(),
    state: z.enum(['imported', 'bundled', 'missing']),
    rows: z.number(),
    from: z.array(z.string()),
    imported_at: z.string().openapi({ description: 'ISO 8601 UTC; empty for never.' }),
    due: z.boolean().openapi({ description: 'Older than it should be.' }),
    trust: z.enum(trusts).nullable().openapi({ description: 'How its sightings count for verdicts.' }),
    attempt: z
      .object({ at: z.string(), last_error: z.string(), again: z.string() })
      .nullable()
      .openapi({ description: 'The last attempt to fetch it, unless newer data was imported since.' }),
  })
  .openapi('Source')

export const report = z.object({
  sources: z.array(status),
  updates: z.object({
    state: z.enum(['off', 'on', 'offline']).openapi({
      description:
        'offline: no publisher could be reached at the last attempt; the data imported last stays in use.',
    }),
    last_at: z.string(),
  }),
})

export const receipt = z
  .object({
    name: z.string(),
    rows: z.number(),
    before: z.number().openapi({ description: 'Rows before the import.' }),
    added: z.number(),
    removed: z.number(),
    changed: z.number(),
    unreadable: z.number(),
    reserved: z.number(),
  })
  .openapi('SourceReceipt')

export const name = z.object({ name: z.string().max(60).openapi({ example: 'kev' }) })

export const taking = z.object({
  kind: z.enum(['actors', 'sightings']).optional().openapi({
    description: 'Of a list under a name of your own; known sources know theirs.',
  }),
  trust: z.enum(trusts).optional().openapi({
    description:
      'How a sighting by this source counts for verdicts. none: it is shown and found, and decides nothing. Default: unchanged.',
  }),
  licence: z.string().max(200).optional(),
  reference: z.string().max(500).optional(),
  force: looseBoolean.optional().openapi({
    description: 'Import it although it is suddenly small, or the last row of a source of CVEs is missing.',
  }),
  add: looseBoolean.optional().openapi({
    description: 'Sources of CVEs: what the file does not name stays as it is.',
  }),
  from: z
    .union([
      z
        .string()
        .max(2000)
        .transform((one) => [one]),
      z.array(z.string().max(2000)).max(100),
    ])
    .optional()
    .openapi({ description: 'Where it came from, for people: addresses or names of files.' }),
})

export const trusting = z.object({ trust: z.enum(trusts) })
