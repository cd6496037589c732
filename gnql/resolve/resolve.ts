import { Diagnostics, type QueryDiagnostic } from '../diagnostic.ts'
import type { KnownLists } from '../lists.ts'
import { parseInto } from '../parse.ts'
import { none, type Predicate } from '../predicate.ts'
import { print } from '../print.ts'
import type { Registry } from '../registry/registry.ts'
import { leaves, type Query } from '../tree.ts'
import { written } from './bare.ts'
import type { Clause, Clauses } from './clause.ts'
import { Meaning } from './meaning.ts'
import { allOf, type KnownNames } from './value.ts'

/**
 * Tree to meaning. Every leaf ends in the predicate or in an error; with any error the whole predicate is `none`, so
 * that half a query never runs.
 */
export interface Resolved {
  predicate: Predicate
  diagnostics: QueryDiagnostic[]
  /** The text that runs when a window was added, "" when nothing was. */
  adjusted: string
  /** The conditions of the predicate; empty with an error. */
  clauses: ReadonlyMap<Predicate, Clause>
}

export interface Settings {
  registry: Registry
  /** Milliseconds since 1970 UTC. */
  now: number
  /** 0 adds no window. */
  defaultWindowDays?: number
  /** The window is a limit: it is added whatever times the text names. */
  limited?: boolean
  /** Names and slugs of the tags there are; without them nothing is said about tags that are not. */
  tags?: KnownNames
  /** The lists of whoever asks. */
  lists?: KnownLists
}

export function resolve(tree: Query, settings: Settings): Resolved {
  const diagnostics = new Diagnostics()
  const resolved = resolveInto(tree, settings, diagnostics)
  return { ...resolved, diagnostics: diagnostics.list }
}

export function resolveInto(
  tree: Query,
  { registry, now, defaultWindowDays = 90, limited = false, tags, lists }: Settings,
  diagnostics: Diagnostics,
  asTyped?: string,
): Omit<Resolved, 'diagnostics'> {
  const clauses: Clauses = new Map()
  const meaning = new Meaning(registry, {
    diagnostics,
    now,
    clauses,
    ...(tags && { tags }),
    ...(lists && { lists }),
  }).of(tree)
  if (diagnostics.failed) return { predicate: none, adjusted: '', clauses: new Map() }
  const { window } = registry
  if (!window || defaultWindowDays <= 0 || (!limited && hasWindow(tree, registry)))
    return { predicate: meaning, adjusted: '', clauses }
  const term = `${window.field.name}:${defaultWindowDays}d`
  const added: Clauses = new Map()
  const limit = new Meaning(registry, { diagnostics, now, clauses: added }).of(parseInto(term, diagnostics))
  for (const [predicate, clause] of added) clauses.set(predicate, { ...clause, span: null })
  const inner = asTyped ?? print(tree)
  return {
    predicate: meaning.kind === 'all' && !clauses.has(meaning) ? limit : allOf([meaning, limit]),
    adjusted: inner === '' ? term : `(${inner}) ${term}`,
    clauses,
  }
}

function hasWindow(tree: Query, registry: Registry): boolean {
  for (const leaf of leaves(tree)) {
    const field = leaf.kind === 'term' ? registry.find(written(leaf.field)) : null
    if (field && registry.window?.satisfiedBy.has(field)) return true
  }
  return false
}
