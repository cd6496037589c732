import type { Column } from '#gnql/predicate.ts'
import type { Field } from '#gnql/registry/field.ts'
import { fieldOf } from '#gnql/registry/registry.ts'
import { registries } from '#gnql/registry/registries.ts'
import { term } from '#gnql/term.ts'
import { explain } from '#gnql/explain/explain.ts'
import { sentence } from '#gnql/words/sentence.ts'
import type { Facet, HistogramBucket, QueryReport } from '#model/views.ts'
import { countDocuments } from '#store/analytics/ips/count.ts'
import { facets } from '#store/analytics/ips/facets.ts'
import { histogram } from '#store/analytics/ips/histogram.ts'
import { pageDocuments } from '#store/analytics/ips/page.ts'
import type { Ctx } from '../context.ts'
import { uncertainIn, uncertaintyHint } from './cut-lists.ts'
import { makeScrollToken, readScrollToken } from './scroll-token.ts'
import { relaxedBy } from './relaxed.ts'
import { understandIpQuery } from './understand.ts'

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

/** The column that holds a field's values, by name where it knows slugs too; every facet field has one. */
function facetColumn({ name, columns }: Field): Column {
  const column = columns.find((known) => known.name === 'tag_names') ?? columns[0]
  if (!column) throw new Error(`Nothing records the field "${name}"`)
  return column
}

/** A whole query page: total, rows, histogram, facets. Text that cannot be understood is a report with `ran: false`. */
export async function queryIps(
  ctx: Ctx,
  { query, scrollToken, size = 50 }: { query: string; scrollToken?: string; size?: number },
): Promise<QueryReport> {
  const began = performance.now()
  const position =
    scrollToken === undefined ? undefined : readScrollToken(scrollToken, query, ctx.clock(), ctx.secret)
  const startedAt = position?.startedAt ?? ctx.clock()
  const understood = understandIpQuery(query, ctx.scope, startedAt)
  const { ok, predicate, diagnostics, adjustedQuery, tree } = understood
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
  }
  if (!ok) return { ...nothing, ran: false }
  const fields = facetFields.map((name) => fieldOf(registries.ip, name))
  const [total, found, days, counted, uncertain] = await Promise.all([
    countDocuments(ctx.analytics, predicate),
    pageDocuments(ctx.analytics, predicate, { afterIp: position?.after, size: size + 1 }),
    histogram(ctx.analytics, predicate),
    facets(ctx.analytics, predicate, { columns: fields.map(facetColumn), top: facetSize }),
    uncertainIn(ctx, predicate),
  ])
  const rows = found.slice(0, size)
  const last = rows.at(-1)
  return {
    query,
    adjustedQuery,
    words: sentence(understood, 'ip'),
    diagnostics: [...diagnostics, ...uncertaintyHint(query, uncertain)],
    ran: true,
    total,
    tookMs: Math.round(performance.now() - began),
    rows,
    why: rows.map((row) => explain(understood, row)),
    relaxed: total === 0 ? await relaxedBy(ctx, tree, startedAt) : [],
    histogram: withEveryDay(days),
    facets: fields.map((field, at): Facet => ({
      field: field.name,
      title: field.title,
      values: (counted[at] ?? []).map(({ value, count }) => ({
        value,
        count,
        term: term(field.name, value),
      })),
    })),
    nextToken:
      found.length > size && last ? makeScrollToken(query, { startedAt, after: last.ip }, ctx.secret) : null,
  }
}

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
