import { analyze, type Analysis } from '#gnql/analyze.ts'
import { columnsOf } from '#gnql/columns.ts'
import type { KnownLists } from '#gnql/lists.ts'
import { none } from '#gnql/predicate.ts'
import type { QueryDiagnostic } from '#gnql/diagnostic.ts'
import { entitlementTitles } from '#model/entitlement-titles.ts'
import { type FieldGroup, withheldColumns } from '#model/ip-document/groups.ts'
import type { Tag } from '#model/tag.ts'
import { windowDays } from '#model/window.ts'

/** A query over addresses as somebody asked it. */
export interface AskedQuery {
  query: string
  /** Milliseconds since 1970 UTC; relative times are measured from here. */
  now: number
  /** The reach of the caller's plan. */
  historicDays: number
  /** Groups of fields that the plan lacks. */
  lacking: readonly FieldGroup[]
  /** The lists that it names, of whoever asks (services/analysis/own-lists.ts). */
  lists?: KnownLists
}

export interface AnalyzedText extends Analysis {
  /** Of the groups that the plan lacks those the query asks for: it is not `ok` then. */
  missing: readonly FieldGroup[]
}

/** Text to meaning, with the reach of the caller's plan. */
export function analyzeAsked(
  { query, now, historicDays, lacking, lists }: AskedQuery,
  { tags }: { tags: ReadonlyMap<string, Tag> },
): AnalyzedText {
  const understood = analyze(query, {
    catalogue: 'ip',
    now,
    windowDays: historicDays,
    limited: historicDays < windowDays,
    tags: namesOf(tags),
    ...(lists && { lists }),
  })
  return allowed(understood, query, lacking)
}

const named = new WeakMap<object, { all: string[]; has(name: string): boolean }>()

function namesOf(tags: ReadonlyMap<string, Tag>) {
  const before = named.get(tags)
  if (before) return before
  const all = [...tags.values()].flatMap(({ name, slug }) => [name, slug])
  const lowered = new Set(all.map((name) => name.toLowerCase()))
  const made = { all, has: (name: string) => lowered.has(name) }
  named.set(tags, made)
  return made
}

/** A query that asks for what the plan lacks is refused as a whole: its answer would tell what the record does not show. */
function allowed(understood: Analysis, query: string, lacking: readonly FieldGroup[]): AnalyzedText {
  if (lacking.length === 0) return { ...understood, missing: [] }
  const asked = columnsOf(understood.predicate)
  const missing = lacking.filter((group) => !withheldColumns([group]).isDisjointFrom(asked))
  if (missing.length === 0) return { ...understood, missing }
  const places = [...understood.clauses.values()].flatMap(({ span, fields }) =>
    fields.flatMap(({ name, entitlement }) => {
      const group = missing.find((id) => id === entitlement)
      return group && span ? [{ span, name, group }] : []
    }),
  )
  const refused = missing.flatMap((group) => {
    const named = places.filter((place) => place.group === group)
    return named.length > 0 ? named : [{ span: { start: 0, end: query.length }, name: 'This', group }]
  })
  const inOrder = refused.toSorted((a, b) => a.span.start - b.span.start)
  const diagnostics = inOrder.map(({ span, name, group }): QueryDiagnostic => ({
    span,
    severity: 'error',
    message: `${name} belongs to ${entitlementTitles[group]} (${group}), which your plan does not include.`,
    expected: [],
    found: query.slice(span.start, span.end),
    suggestion: null,
  }))
  return {
    ...understood,
    ok: false,
    predicate: none,
    clauses: new Map(),
    adjustedQuery: '',
    diagnostics: [...understood.diagnostics, ...diagnostics],
    missing,
  }
}
