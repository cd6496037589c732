import { z } from '@hono/zod-openapi'
import { vantages } from '#model/session.ts'

/** Captures, and changes of what they were taken at. */

export const change = z
  .object({
    kind: z.enum(vantages),
    status: z.enum(['queued', 'running', 'failed']),
    last_error: z.string().openapi({ description: 'Error of the last attempt; "" if there was none.' }),
  })
  .openapi('CaptureKindChange')

export const listed = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: z.enum(vantages),
    bytes: z.number(),
    sessions: z.number(),
    origin: z.string(),
    created: z.number().openapi({ description: 'Milliseconds since 1970 UTC.' }),
    change: change.nullable().openapi({ description: 'A change of the kind that is not done.' }),
  })
  .openapi('Capture')

/** What became of a capture that was sent. */
export const receipt = z
  .object({
    id: z.string(),
    duplicate: z.boolean(),
    sessions: z.number(),
    refused: z.array(z.object({ reason: z.string(), count: z.number() })),
    shift_ms: z.number(),
    kind: z.enum(vantages),
    kind_note: z.string().optional().openapi({
      description:
        'Present when nobody said what the capture was taken at, or when it is stored as something else than was said.',
    }),
    report: z.object({
      format: z.enum(['pcap', 'pcapng']),
      compression: z.string(),
      link_types: z.array(z.number()),
      packets: z.number(),
      bytes: z.number(),
      sessions: z.number(),
      first_packet: z.number().nullable(),
      last_packet: z.number().nullable(),
      skipped: z.array(z.looseObject({ reason: z.string(), count: z.number() })),
      truncated: z.boolean(),
    }),
  })
  .openapi('CaptureReceipt')
