import { z } from '@hono/zod-openapi'
import { type Analysis, analysisParts, analysisStates } from '#model/analysis.ts'
import type { CveAnalysisReport } from '#services/analysis/cve-report.ts'
import { apiRecord } from './api-record.ts'
import { snakeKeys } from './case.ts'
import { statsAnswer } from './gnql.ts'
import { line } from './text.ts'

const whole = z.number().int()
const instant = (description: string) => z.iso.datetime().openapi({ description })

/** Whatever is no id of ours is answered as one that nobody has. */
export const analysisId = z.object({ id: line(64).openapi({ format: 'uuid' }) })

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
      duplicates: whole.openapi({ description: 'Of those submitted the ones that had stood there before' }),
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

/** A part of a list as a name of JSON. */
export const partInJson = (part: string): string => part.replaceAll('-', '_')

const place = z.object({
  times: whole.openapi({ description: 'How often it stood in the list' }),
  line: whole.openapi({ description: 'The line where it first did, from 1' }),
})

export const ipAnalysisAnswer = analysis
  .extend({
    counts: z
      .object(Object.fromEntries(analysisParts.map((part) => [partInJson(part), whole])))
      .openapi({ description: 'Unique addresses by what is known of them; each is in one part besides all' }),
    ignored: z.array(ignoredText),
    data: z.array(apiRecord.extend({ in_list: place.nullable() })),
    unseen: z.array(place.extend({ ip: z.string(), service: z.string(), reserved: z.string() })),
    count: whole.openapi({ description: 'Seen addresses that match `query`' }),
    scroll_token: z.string(),
    unseen_next: whole.nullable().openapi({ description: 'Where the next page of `unseen` begins' }),
  })
  .openapi('IpAnalysis')

const cveInList = place.extend({
  cve: z.string(),
  known: z
    .boolean()
    .openapi({ description: 'Whether any source or rule knows it; all else is empty otherwise' }),
  title: z.string(),
  kev: z.boolean().nullable().openapi({ description: 'Null: not told by the plan, or by any source' }),
  epss: z.number().nullable(),
  cvss: z.number().nullable(),
  addresses: whole.nullable(),
  seen_30_days: whole.nullable(),
})

export const cveAnalysisAnswer = analysis
  .extend({
    ignored: z.array(ignoredText),
    data: z.array(cveInList).openapi({
      description:
        'Known to be exploited first, then by addresses that try them, then by EPSS; unknown ids at the end',
    }),
    total: whole,
    unknown: whole,
    page: whole,
    pages: whole,
  })
  .openapi('CveAnalysis')

export const wiredCves = ({ rows, ...rest }: Omit<CveAnalysisReport, 'analysis'>) => ({
  ...rest,
  data: rows.map(({ cve, times, line, row }): z.infer<typeof cveInList> => ({
    cve,
    times,
    line,
    known: row !== null,
    title: row?.title ?? '',
    kev: row?.exploitation && row.told.kev ? row.exploitation.kev !== null : null,
    epss: row?.exploitation?.epss?.score ?? null,
    cvss: row?.details.cvss[0]?.score ?? null,
    addresses: row?.addresses ?? null,
    seen_30_days: row?.counts ? row.counts.threat.d30 + row.counts.benign.d30 : null,
  })),
})

const texts = z.array(z.string())

/** Public API notes, 2.12. */
export const analyzedV2 = z
  .object({
    uuid: z.uuid(),
    state: z.enum(analysisStates).openapi({ description: 'completed, failed and cancelled are the end' }),
    details: z.object({
      unique_ips: whole,
      noise_ips: whole,
      non_noise_ips: whole,
      riot_ips: whole,
      percentage_of_noise_ips: z.number(),
      percentage_of_riot_ips: z.number(),
      noise_ips_found: texts.openapi({ description: 'At most 10,000 of each kind; all are counted' }),
      riot_ips_found: texts,
      unknown_ips: texts,
    }),
    stats: statsAnswer.shape.stats,
  })
  .openapi('AnalyzedFile')
