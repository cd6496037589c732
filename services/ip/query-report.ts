import { withCommas } from '#model/numbers.ts'
import { mayNameLists } from '#gnql/names-of-lists.ts'
import { fieldOf } from '#gnql/registry/registry.ts'
import { registries } from '#gnql/registry/registries.ts'
import { type FieldGroup, lackingGroups, withholding } from '#model/ip-document/groups.ts'
import { term } from '#gnql/term.ts'
import type { QueryDiagnostic } from '#gnql/diagnostic.ts'
import type { Finding } from '#gnql/explain/finding.ts'
import { budget } from '#model/budget.ts'
import type { IpOrder } from '#model/ip-order.ts'
import type { IpDocument } from '#model/ip-record.ts'
import type { Facet, HistogramBucket, Relaxed } from '#model/query.ts'
import { fromHex } from '#store/analytics/address.ts'
import { readMembers } from '#store/analytics/ips/record.ts'
import { documentsOf, recordAt, recordsOf, textsOf } from '#store/analytics/ips/texts.ts'
import { firstDayOfWindow } from '#model/window.ts'
import { verb } from '../access.ts'
import type { Made } from './kept-queries.ts'
import type { Ctx } from '../context.ts'
import { uncertaintyHint } from './truncated-lists.ts'
import { summaryAndPage } from './search-backend.ts'
import { makeScrollToken, readScrollToken } from './scroll-token.ts'
import { alternatives } from './alternatives.ts'
import { facetColumn, isChoice, shownAs } from './facet-field.ts'
import { relaxedBy } from './zero-results.ts'
import { costDiagnostic } from './too-costly.ts'
import { analyzeIpQuery } from './analyze-query.ts'

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
  /** Why the row that was asked about is an answer; null where none was, or where it is not among the rows. */
  why: { ip: string; findings: Finding[] } | null
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

/** Further ones, for whoever asks for them. */
export const moreFacetFields = ['metadata.destination_country', 'vpn_service', 'spoofable'] as const

const facetSize = 20

export interface QueryIps {
  query: string
  scrollToken?: string
  /** By address unless it is said. */
  order?: IpOrder
  /** Rows of a page. */
  size?: number
  /** With the facets of further fields. */
  more?: boolean
  /** Values of a facet, 1 to 1,000. */
  top?: number
  /** What of each document is wanted; all of it unless it is said. */
  members?: readonly (keyof IpDocument)[]
  /** The address whose row is to be explained, as the row writes it. */
  explained?: string
}

/** A whole query page: total, rows, histogram, facets. Text that cannot be understood is a report with `ran: false`. */
export const queryIps = verb(
  ['feature-search-ips'],
  async (ctx: Ctx, page: QueryIps): Promise<QueryReport> => {
    // A list is somebody's own: what is said of it is kept for nobody.
    if (mayNameLists(page.query)) return (await made(ctx, page)).report
    const { historicDays } = ctx.scope.plan
    return ctx.keptQueries.get([page, historicDays, lackingGroups(ctx.scope.plan)], () => made(ctx, page))
  },
  // Further pages belong to the search before; what is no query finds nothing.
  { is: ({ scrollToken }) => scrollToken === undefined, was: ({ ran }) => ran },
)

async function made(
  ctx: Ctx,
  {
    query,
    scrollToken,
    order = 'ip',
    size = 50,
    more: isMore = false,
    top = facetSize,
    members,
    explained,
  }: QueryIps,
): Promise<Made<QueryReport>> {
  const began = performance.now()
  const position =
    scrollToken === undefined
      ? undefined
      : readScrollToken(scrollToken, { query, order }, ctx.clock(), ctx.secret)
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
    why: null,
    relaxed: [],
    histogram: [],
    facets: [],
    nextToken: null,
    lacking,
    ran: false,
  }
  if (!ok) return { report: nothing, bytes: 0 }
  const fields = [...facetFields, ...(isMore ? moreFacetFields : [])]
    .map((name) => fieldOf(registries.ip, name))
    .filter(({ entitlement }) => !lacking.some((group) => group === entitlement))
  const asking = Promise.all([
    summaryAndPage(ctx, predicate, {
      columns: fields.map(({ name }) => facetColumn(name)),
      top,
      order,
      after: position?.after,
      size,
    }),
    alternatives(ctx, { query, now: startedAt, top }, fields),
  ])
  const answered = await asking.catch((error: unknown) => {
    const found = costDiagnostic(error, understood)
    if (!found) throw error
    return found
  })
  if (!Array.isArray(answered))
    return { report: { ...nothing, diagnostics: [...diagnostics, answered] }, bytes: 0 }
  const [found, instead] = answered
  const { total, uncertain, addresses, keys, records, more } = found
  const last = addresses.at(-1)
  const documents = members ? recordsOf(records, readMembers(members)) : documentsOf(records)
  const rows = documents.map(withholding(lacking))
  const at = explained === undefined ? -1 : rows.findIndex(({ ip }) => ip === explained)
  const isExplained = at >= 0 && conditions <= budget.shownExplanations
  const [findings] = isExplained
    ? await ctx.work.run('explainRecords', { asked, texts: textsOf([recordAt(records, at)]), conditions })
    : []
  const report: QueryReport = {
    query,
    adjustedQuery,
    words,
    diagnostics: [
      ...diagnostics,
      ...uncertaintyHint(query, uncertain),
      ...(at < 0 || isExplained ? [] : [notExplained(query, conditions)]),
    ],
    ran: true,
    lacking,
    total,
    tookMs: Math.round(performance.now() - began),
    rows,
    why: at < 0 ? null : { ip: rows[at]?.ip ?? '', findings: findings ?? [] },
    relaxed: total === 0 ? await relaxedBy(ctx, asked) : [],
    histogram: withEveryDay(found.histogram, firstDayOfWindow(ctx.clock(), ctx.scope.plan.historicDays)),
    facets: fields.map((field, at): Facet => ({
      field: field.name,
      title: field.title,
      values: (instead.get(field.name) ?? found.facets[at] ?? [])
        .filter(isChoice(field.name))
        .map(({ value, count }) => {
          const shown = shownAs(ctx, field.name, value)
          return { value: shown, count, term: term(field.name, shown) }
        }),
    })),
    nextToken:
      more && last !== undefined
        ? makeScrollToken(
            query,
            { startedAt, order, after: { ip: fromHex(last), key: keys.at(-1) ?? 0 } },
            ctx.secret,
          )
        : null,
  }
  return { report, bytes: records.bytes.length }
}

/** Beside so many conditions a row stands without its reasons. */
const notExplained = (query: string, conditions: number): QueryDiagnostic => ({
  span: { start: 0, end: query.length },
  severity: 'hint',
  message: `The row is not explained: the query has ${withCommas(conditions)} conditions.`,
  expected: [],
  found: '',
  suggestion: null,
})

const dayMs = 86_400_000

/** Days that the plan reaches; quiet ones between the first and the last stand in the chart as what they are: days without anybody. */
function withEveryDay(known: HistogramBucket[], since: string): HistogramBucket[] {
  const days = known.filter(({ day }) => day >= since)
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return days
  const byDay = new Map(days.map((bucket) => [bucket.day, bucket]))
  const length = (Date.parse(last.day) - Date.parse(first.day)) / dayMs + 1
  return Array.from({ length }, (_, at) => {
    const day = new Date(Date.parse(first.day) + at * dayMs).toISOString().slice(0, 10)
    return byDay.get(day) ?? { day, counts: { malicious: 0, suspicious: 0, benign: 0, unknown: 0 } }
  })
}
