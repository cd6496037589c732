import { z } from '@hono/zod-openapi'

const part = z.looseObject({ last_error: z.string().nullable() })

const readiness = z
  .looseObject({
    ready: z.boolean(),
    analytics: z.string().openapi({ description: '"ok", or what is wrong.' }),
    database: z.string().openapi({ description: '"ok", or what is wrong.' }),
    ingest: part.extend({ waiting_sessions: z.number(), stored_sessions: z.number() }),
    documents: part.extend({ last_refresh: z.string().nullable() }),
    tags: part,
    promises: part.extend({ missing_batches: z.number(), missing_sessions: z.number() }).openapi({
      description:
        'What was acknowledged, compared with what is there. Counts are of all workspaces; names are of your own, and of all for the local operator.',
    }),
    jobs: z
      .array(
        part.extend({
          name: z.string(),
          runs_on: z.enum(['one', 'all']),
          state: z.enum(['running', 'waiting', 'elsewhere']),
        }),
      )
      .openapi({
        description: 'Work in the background; elsewhere: another of several servers does it.',
      }),
    parts: z
      .looseObject({ checked: z.number(), due: z.number() })
      .openapi({ description: "The engine's files, compared with their checksums." }),
  })
  .openapi('Readiness')

/** To whoever may not read the details. */
const readyAlone = z
  .strictObject({ ready: z.boolean() })
  .openapi('ReadyAlone', { description: 'What everybody is told; the details are for the operator.' })

export const readinessAnswer = z.union([readiness, readyAlone])
