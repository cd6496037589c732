import { z } from '@hono/zod-openapi'
import { type Analysis, analysisParts, analysisStates } from '#model/analysis.ts'
import { apiRecord } from './api-record.ts'
import { snakeKeys } from './case.ts'
import { line } from './text.ts'

const whole = z.number().int()
const instant = (description: string) => z.iso.datetime().openapi({ description })

export const analysisId = z.object({ id: z.uuid() })

export const started = z.object({
  uuid: z.uuid(),
  state: z
    .enum(analysisStates)
    .openapi({ description: 'Never completed: the list is read in the background' }),
})

export const analysis = z
  .object({
    uuid: z.uuid(),
    kind: z.enum(['ips', 'cves']),
    name: z.string(),
    file_name: z.string().openapi({ description: 'Empty for pasted text' }),
    bytes: whole,
    state: z.enum(analysisStates),
    read: whole.openapi({ description: 'Bytes that were read' }),
    totals: z.object({
      submitted: whole,
      unique: whole,
      reserved: whole.openapi({ description: 'Private and reserved addresses among the unique ones' }),
      ignored: whole.openapi({ description: 'What looked like one and is none' }),
      blocks: whole.openapi({ description: 'CIDR blocks, of which what is known inside was taken' }),
    }),
    error: z.string(),
    shared: z.boolean(),
    own: z.boolean(),
    created: instant('When it was sent'),
    expires: instant('When it goes'),
  })
  .openapi('Analysis')

export const wiredAnalysis = ({ id, created, expires, ...rest }: Analysis): z.infer<typeof analysis> => ({
  uuid: id,
  ...(snakeKeys(rest) as Omit<z.infer<typeof analysis>, 'uuid' | 'created' | 'expires'>),
  created: new Date(created).toISOString(),
  expires: new Date(expires).toISOString(),
})

export const analysisList = z.object({ items: z.array(analysis) })

export const analysisChange = z.strictObject({
  name: line(200).min(1).optional(),
  shared: z
    .boolean()
    .optional()
    .openapi({ description: 'Whether the other members of the workspace see it' }),
})

export const ignoredText = z.object({ line: whole, column: whole, text: z.string(), reason: z.string() })

const place = z.object({
  times: whole.openapi({ description: 'How often it stood in the list' }),
  line: whole.openapi({ description: 'The line where it first did, from 1' }),
})

export const ipAnalysisAnswer = analysis
  .extend({
    counts: z
      .object(Object.fromEntries(analysisParts.map((part) => [part.replaceAll('-', '_'), whole])))
      .openapi({ description: 'Unique addresses by what is known of them; each is in one part besides all' }),
    ignored: z.array(ignoredText),
    data: z.array(apiRecord.extend({ in_list: place.nullable() })),
    unseen: z.array(place.extend({ ip: z.string(), service: z.string(), reserved: z.string() })),
    count: whole.openapi({ description: 'Seen addresses that match `query`' }),
    scroll_token: z.string(),
    unseen_next: whole.nullable().openapi({ description: 'Where the next page of `unseen` begins' }),
  })
  .openapi('IpAnalysis')
