import { analyze, type Analysis } from '#gnql/analyze.ts'
import type { Predicate } from '#gnql/predicate.ts'
import { namesOfLists } from '#gnql/names-of-lists.ts'
import { complete, type Completion } from '#gnql/complete/complete.ts'
import type { CompletionData } from '#gnql/complete/data.ts'
import type { FieldCatalogue } from '#gnql/registry/registry.ts'
import { conditions, explain } from '#gnql/explain/explain.ts'
import { type Shortened, dropEach, keepEach } from '#gnql/drop-one.ts'
import { sentence } from '#gnql/describe/sentence.ts'
import type { QueryDiagnostic } from '#gnql/diagnostic.ts'
import type { Finding } from '#gnql/explain/finding.ts'
import type { Span } from '#gnql/span.ts'
import { budget } from '#model/budget.ts'
import type { FieldGroup } from '#model/ip-document/groups.ts'
import type { Tag } from '#model/tag.ts'
import { documentAt, documentsOf, type RecordTexts } from '#store/analytics/ips/texts.ts'
import { type AskedQuery, analyzeAsked, type AnalyzedText } from './asked-query.ts'

/** Pure work on a query or on records, done on the server's own thread while it is light, else by a worker (work.ts). */

/** What a query means, as plain data that travels between threads. */
export interface ReadQuery extends Pick<
  AnalyzedText,
  'ok' | 'predicate' | 'diagnostics' | 'adjustedQuery' | 'missing'
> {
  /** In plain words; "" when it was not understood. */
  words: string
  /** How many conditions a row is explained by. */
  conditions: number
  /** Where each condition stands in the text; null for what the server added. */
  places: ReadonlyMap<Predicate, Span | null>
}

export interface Relaxation extends Shortened {
  /** null where what remains cannot be understood by itself. */
  predicate: Predicate | null
}

/** How far a task may go. */
export interface Pace {
  /** Nobody waits for the answer any more. */
  cancelled(): boolean
  /** Milliseconds since it began. */
  spent(): number
}

/** What a worker knows besides its task. */
export interface Known {
  tags: ReadonlyMap<string, Tag>
}

export interface Task<I, O> {
  /** A few milliseconds at most: not worth a worker. */
  isLight(input: I): boolean
  /** Seconds: never more than all workers but one do such work. */
  isLong?(input: I): boolean
  run(input: I, known: Known, pace: Pace): O
}

/** An empty answer costs at most this many more counts, twice. */
const maxRelaxed = 8

const isShort = ({ query }: { query: string }): boolean => query.length <= budget.lightQuery

const readQuery: Task<AskedQuery, ReadQuery> = {
  isLight: isShort,
  run(asked, known) {
    const understood = analyzeAsked(asked, known)
    const { ok, predicate, diagnostics, adjustedQuery, clauses, missing } = understood
    const found = [...conditions(predicate, clauses)]
    const places = new Map(found.map(({ node, clause }) => [node, clause.span]))
    const words = ok ? sentence(understood, 'ip') : ''
    return { ok, predicate, diagnostics, adjustedQuery, missing, words, conditions: found.length, places }
  },
}

/** GNQL over sessions; the range is no part of it. `now` in milliseconds. */
const readSessionQuery: Task<
  { query: string; now: number },
  Pick<Analysis, 'ok' | 'predicate' | 'diagnostics'>
> = {
  isLight: isShort,
  run({ query, now }) {
    const { ok, predicate, diagnostics } = analyze(query, { catalogue: 'session', now, windowDays: 0 })
    return { ok, predicate, diagnostics }
  },
}

/** What a query calls the lists that it asks for; none of one that cannot be understood, which says so by itself. */
const namedLists: Task<{ query: string }, string[]> = {
  isLight: isShort,
  run: ({ query }) => namesOfLists(query),
}

/** What remains of a query without each of its conditions, and each alone. */
const relax: Task<AskedQuery, { each: Relaxation[]; alone: Relaxation[] }> = {
  isLight: isShort,
  run(asked, known) {
    const { tree } = analyzeAsked(asked, known)
    const read = (all: readonly Shortened[]): Relaxation[] =>
      all.map((each) => {
        const { ok, predicate } = analyzeAsked({ ...asked, query: each.query }, known)
        return { ...each, predicate: ok ? predicate : null }
      })
    return { each: read(dropEach(tree, maxRelaxed)), alone: read(keepEach(tree, maxRelaxed)) }
  },
}

export interface ToExplain {
  asked: AskedQuery
  texts: RecordTexts
  conditions: number
}

/** Which conditions each record meets, and on what. */
const explainRecords: Task<ToExplain, Finding[][]> = {
  isLight: ({ asked, texts, conditions }) =>
    isShort(asked) &&
    texts.ends.length * conditions <= budget.lightExplanations &&
    texts.bytes.length <= budget.lightBytes,
  run({ asked, texts }, known, pace) {
    const understood = analyzeAsked(asked, known)
    const rows: Finding[][] = []
    // Those of a page for people are read once for this and for what it shows.
    const few = texts.ends.length <= budget.lightRows ? documentsOf(texts) : []
    for (let at = 0; at < texts.ends.length && !pace.cancelled(); at += 1) {
      if (at > 0 && pace.spent() > budget.explainMs) break
      rows.push(explain(understood, few[at] ?? documentAt(texts, at)))
    }
    return rows
  },
}

export interface ToComplete {
  text: string
  cursor: number
  catalogue: FieldCatalogue
  data: CompletionData
  /** Groups of fields that the plan lacks. */
  lacking: readonly FieldGroup[]
}

const completeQuery: Task<ToComplete, Completion> = {
  isLight: ({ text }) => text.length <= budget.lightQuery,
  run: (input) => complete(input),
}

export const queryTasks = { readQuery, readSessionQuery, namedLists, relax, explainRecords, completeQuery }
export type QueryTasks = typeof queryTasks

export type { QueryDiagnostic }
