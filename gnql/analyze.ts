import { Diagnostics, type QueryDiagnostic } from './diagnostic.ts'
import type { KnownLists } from './lists.ts'
import { reportForeignSyntax } from './foreign-syntax/foreign-syntax.ts'
import { parseInto } from './parse.ts'
import type { Predicate } from './predicate.ts'
import { registries } from './registry/registries.ts'
import type { FieldCatalogue } from './registry/registry.ts'
import { resolveInto } from './resolve/resolve.ts'
import type { Clause } from './resolve/clause.ts'
import type { KnownNames } from './resolve/value.ts'
import type { Query } from './tree.ts'
import { verifyFixes } from './verify-fixes.ts'

export interface Analysis {
  /** False when an error stands among the diagnostics; then the predicate is `none`. */
  ok: boolean
  predicate: Predicate
  diagnostics: QueryDiagnostic[]
  /** "" when what runs is what was written. */
  adjustedQuery: string
  tree: Query
  /** The conditions behind the predicate's nodes, for sentences and explanations. */
  clauses: ReadonlyMap<Predicate, Clause>
}

interface Asked {
  catalogue: FieldCatalogue
  /** Milliseconds since 1970 UTC. */
  now: number
  /** The reach in days when the text names no last_seen; 0: no window. */
  windowDays?: number
  /** The reach is a limit, whatever the text names. */
  limited?: boolean
  /** The tags there are, so that a misspelt one is told from one that nobody carries. */
  tags?: KnownNames
  /** The lists of whoever asks: without them nothing is said about names of lists, which then match nothing. */
  lists?: KnownLists
}

/** Text to meaning in one call. Never throws. A fix among the diagnostics was tried. */
export function analyze(text: string, asked: Asked): Analysis {
  const understood = read(text, asked)
  const diagnostics = verifyFixes(text, understood.diagnostics, (fixed) => read(fixed, asked).diagnostics)
  return { ...understood, diagnostics }
}

function read(text: string, { catalogue, now, windowDays = 90, ...rest }: Asked): Analysis {
  const diagnostics = new Diagnostics()
  reportForeignSyntax(text, registries[catalogue], diagnostics)
  const tree = parseInto(text, diagnostics)
  // A backslash at the end would swallow the parenthesis put after it.
  const asTyped = text.trim().endsWith('\\') ? undefined : text.trim()
  const settings = { registry: registries[catalogue], now, defaultWindowDays: windowDays, ...rest }
  const { predicate, adjusted, clauses } = resolveInto(tree, settings, diagnostics, asTyped)
  return {
    ok: !diagnostics.failed,
    predicate,
    diagnostics: diagnostics.list,
    adjustedQuery: adjusted,
    tree,
    clauses,
  }
}
