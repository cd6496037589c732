import { fieldOf } from '#gnql/registry/registry.ts'
import { registries } from '#gnql/registry/registries.ts'
import { type FieldGroup, lackingGroups, withholding } from '#model/ip-document/groups.ts'
import { term } from '#gnql/term.ts'
import type { QueryDiagnostic } from '#gnql/diagnostic.ts'
import type { Finding } from '#gnql/explain/finding.ts'
import { budget } from '#model/budget.ts'
import type { IpDocument } from '#model/ip-record.ts'
import type { Facet, HistogramBucket, Relaxed } from '#model/query.ts'
import { fromHex } from '#store/analytics/address.ts'
import { documentsOf } from '#store/analytics/ips/texts.ts'
import { verb } from '../access.ts'
import type { Ctx } from '../context.ts'
import { uncertainIn, uncertaintyHint } from './truncated-lists.ts'
import { summaryAndPage } from './search-backend.ts'
import { makeScrollToken, readScrollToken } from './scroll-token.ts'
import { facetColumn, shownAs } from './facet-field.ts'
import { relaxedBy } from './zero-results.ts'
import { costDiagnostic } from './too-costly.ts'
import { analyzeIpQuery } from './analyze-query.ts'
import type { Made } from './kept-queries.ts'

export interface QueryReport {
  query: string
  /** The text that really ran when a window or a plan changed it; "" when nothing changed. */
  adjustedQuery: string
  /** What runs in plain words, "" when the text could not be understood. */
  words: string
  diagnostics: QueryDiagnostic[]
  /** False when the text could not be understood: nothing ran. */
  ran: boolean
  total: number
  tookMs: number
  rows: IpDocument[]
  /** Parallel to `rows`. */
  why: Finding[][]
  /** When nothing was found: the conditions that excluded something, the strongest first. */
  relaxed: Relaxed[]
  histogram: HistogramBucket[]
  facets: Facet[]
  /** Token of the next page, null at the end. */
  nextToken: string | null
  /** Groups of fields that the caller's plan lacks; they stand empty. */
  lacking: readonly FieldGroup[]
}

/** Facets of the query page in their fixed order (registry names). */
export const facetFields = [
  'classification',
  'tags',
  'cve',
  'actor',
  'metadata.country',
  'metadata.organization',
  'metadata.asn',
  'metadata.category',
  'raw_data.scan.port',
  'metadata.os',
] as const

const facetSize = 20

interface QueryPage {
  query: string
  scrollToken?: string
  size?: number
}

/** A whole query page: total, rows, histogram, facets. Text that cannot be understood is a report with `ran: false`. */
export const queryIps = verb(
  ['feature-search-ips'],
  (ctx: Ctx, page: QueryPage): Promise<QueryReport> => {
    const { historicDays } = ctx.scope.plan
    return ctx.keptQueries.get([page, historicDays, lackingGroups(ctx.scope.plan)], () => made(ctx, page))
  },
  // Further pages belong to the search before; what is no query finds nothing.
  { is: ({ scrollToken }) => scrollToken === undefined, was: ({ ran }) => ran },
)

async function made(ctx: Ctx, { query, scrollToken, size = 50 }: QueryPage): Promise<Made<QueryReport>> {
  const began = performance.now()
  const position =
    scrollToken === undefined ? undefined : readScrollToken(scrollToken, query, ctx.clock(), ctx.secret)
  const startedAt = position?.startedAt ?? ctx.clock()
  const understood = await analyzeIpQuery(query, ctx, startedAt)
  const { ok, predicate, diagnostics, adjustedQuery, words, asked, conditions } = understood
  const lacking = lackingGroups(ctx.scope.plan)
  const nothing = {
    query,
    adjustedQuery,
    words: '',
    diagnostics,
    total: 0,
    tookMs: 0,
    rows: [],
    why: [],
    relaxed: [],
    histogram: [],
    facets: [],
    nextToken: null,
    lacking,
    ran: false,
  }
  if (!ok) return { report: nothing, bytes: 0 }
  const fields = facetFields
    .map((name) => fieldOf(registries.ip, name))
    .filter(({ entitlement }) => !lacking.some((group) => group === entitlement))
  const asking = Promise.all([
    summaryAndPage(ctx, predicate, {
      columns: fields.map(({ name }) => facetColumn(name)),
      top: facetSize,
      after: position?.after,
      size,
    }),
    uncertainIn(ctx, predicate),
  ])
  const answered = await asking.catch((error: unknown) => {
    const found = costDiagnostic(error, understood)
    if (!found) throw error
    return found
  })
  if (!Array.isArray(answered))
    return { report: { ...nothing, diagnostics: [...diagnostics, answered] }, bytes: 0 }
  const [found, uncertain] = answered
  const { total, addresses, records, more } = found
  const last = addresses.at(-1)
  const isExplained = conditions * addresses.length <= budget.shownExplanations
  const why = isExplained ? await ctx.work.run('explainRecords', { asked, texts: records, conditions }) : []
  const report: QueryReport = {
    query,
    adjustedQuery,
    words,
    diagnostics: [
      ...diagnostics,
      ...uncertaintyHint(query, uncertain),
      ...(isExplained ? [] : [notExplained(query, conditions)]),
    ],
    ran: true,
    lacking,
    total,
    tookMs: Math.round(performance.now() - began),
    rows: documentsOf(records).map(withholding(lacking)),
    why,
    relaxed: total === 0 ? await relaxedBy(ctx, asked) : [],
    histogram: withEveryDay(found.histogram),
    facets: fields.map((field, at): Facet => ({
      field: field.name,
      title: field.title,
      values: (found.facets[at] ?? []).map(({ value, count }) => {
        const shown = shownAs(ctx, field.name, value)
        return { value: shown, count, term: term(field.name, shown) }
      }),
    })),
    nextToken:
      more && last !== undefined
        ? makeScrollToken(query, { startedAt, after: fromHex(last) }, ctx.secret)
        : null,
  }
  return { report, bytes: records.bytes.length }
}

/** Beside so many conditions the rows stand without their reasons. */
const notExplained = (query: string, conditions: number): QueryDiagnostic => ({
  span: { start: 0, end: query.length },
  severity: 'hint',
  message: `The rows are not explained: the query has ${conditions.toLocaleString('en-US')} conditions.`,
  expected: [],
  found: '',
  suggestion: null,
})

const dayMs = 86_400_000

/** Quiet days between the first and the last stand in the chart as what they are: days without anybody. */
function withEveryDay(days: HistogramBucket[]): HistogramBucket[] {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return days
  const known = new Map(days.map((bucket) => [bucket.day, bucket]))
  const length = (Date.parse(last.day) - Date.parse(first.day)) / dayMs + 1
  return Array.from({ length }, (_, at) => {
    const day = new Date(Date.parse(first.day) + at * dayMs).toISOString().slice(0, 10)
    return known.get(day) ?? { day, counts: { malicious: 0, suspicious: 0, benign: 0, unknown: 0 } }
  })
}
