import type { Finding } from './finding.ts'
import { matches, passing, valuesIn } from '../match.ts'
import type { Predicate } from '../predicate.ts'
import type { Field } from '../registry/field.ts'
import type { Clause } from '../resolve/clause.ts'
import { phraseOf } from '../describe/clause.ts'

/** A page shows a few values; the document has them all. */
const maxValues = 5
const maxValue = 256

/** Findings in the order of the text, the added window last. Pure; the document's keys are column names. */
export function explain(
  { predicate, clauses }: { predicate: Predicate; clauses: ReadonlyMap<Predicate, Clause> },
  document: object,
): Finding[] {
  const findings: Finding[] = []
  for (const { node, clause, excludes } of conditions(predicate, clauses)) {
    const matched = matches(node, document)
    const values = clause.fields
      .map((field) => ({
        field: field.name,
        values: shown(matched ? proof(node, field, document) : held(field, document)),
      }))
      .filter(({ values }) => values.length > 0)
    findings.push({ span: clause.span, words: phraseOf(clause), excludes, matched, values })
  }
  return findings.sort((left, right) => place(left) - place(right))
}

const place = ({ span }: Finding): number => span?.start ?? Infinity

export interface Condition {
  node: Predicate
  clause: Clause
  excludes: boolean
}

/** Every condition of a predicate; what stands inside one is its own affair. */
export function* conditions(
  node: Predicate,
  clauses: ReadonlyMap<Predicate, Clause>,
  excludes = false,
): Generator<Condition> {
  const clause = clauses.get(node)
  if (clause) yield { node, clause, excludes }
  else if (node.kind === 'not') yield* conditions(node.operand, clauses, !excludes)
  else if (node.kind === 'and' || node.kind === 'or')
    for (const part of node.operands) yield* conditions(part, clauses, excludes)
}

/** The field's values that pass a test inside the condition. */
function proof(node: Predicate, field: Field, document: object): unknown[] {
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.operands.flatMap((part) => proof(part, field, document))
    case 'test': {
      const { column, test } = node
      return field.columns.some(({ name }) => name === column.name) ? passing(column, test, document) : []
    }
    // A negation inside one condition only sets apart the text that stands for "none".
    case 'not':
    case 'all':
    case 'none':
      return []
  }
}

const held = (field: Field, document: object): unknown[] =>
  // The last column holds names where there are slugs and names.
  field.columns.slice(-1).flatMap((column) => valuesIn(column, document))

function shown(values: unknown[]): string[] {
  const texts = values.flatMap((value) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [String(value)]
      : [],
  )
  // A slug and its name may differ in case only: the name, which comes last, stands for both.
  const once = new Map(texts.map((text) => [text.toLowerCase(), text]))
  return [...once.values()].slice(0, maxValues).map((text) => text.slice(0, maxValue).toWellFormed())
}
