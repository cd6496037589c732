import type { Predicate } from '#gnql/predicate.ts'
import { analyze } from '#gnql/analyze.ts'
import type { Tag } from '#model/tag.ts'
import { withDecodedHeaders } from './reading.ts'

export interface AnalyzedRule {
  slug: string
  /** What must hold of a session for it to get the tag. */
  predicate: Predicate
  /** The rule's own text; without `ofBackscatter` it says nothing of sessions that accuse nobody. */
  own: Predicate
  /** The rule speaks of directions itself, and so of backscatter when it wants to. */
  ofBackscatter: boolean
}

const isText = (name: string, value: string): Predicate => ({
  kind: 'test',
  column: { name, shape: 'text' },
  test: { op: 'equals', value },
})

/**
 * Sessions that accuse nobody, unless a rule speaks of directions itself (docs/methods/direction.md): backscatter, and TCP
 * of which nobody can tell who asked. Sessions of releases that did not judge are `unknown`, too: there the SYN tells.
 */
export const accusesNobody: Predicate = {
  kind: 'or',
  operands: [
    isText('direction', 'backscatter'),
    {
      kind: 'and',
      operands: [
        isText('direction', 'unknown'),
        isText('transport', 'tcp'),
        {
          kind: 'test',
          column: { name: 'tcp_syn', shape: 'number' },
          test: { op: 'number-equals', value: 0 },
        },
      ],
    },
  ],
}

/** The same in SQL, over the columns of `sessions`; compile.ts asks it once around all rules. */
export const accusingSql =
  "NOT (direction = 'backscatter' OR (direction = 'unknown' AND transport = 'tcp' AND tcp_syn = 0))"

/** Whether a predicate tests the column. */
export const speaksOf = (column: string, predicate: Predicate): boolean => {
  switch (predicate.kind) {
    case 'test':
      return predicate.column.name === column
    case 'not':
      return speaksOf(column, predicate.operand)
    case 'and':
    case 'or':
      return predicate.operands.some((part) => speaksOf(column, part))
    default:
      return false
  }
}

/**
 * Rules as predicates over the columns of a session as rules read them (reading.ts), without a time window.
 * @throws Error naming the rule and the place in its text when one cannot be understood
 */
export const analyzeRules = (tags: readonly Pick<Tag, 'slug' | 'rule'>[]): AnalyzedRule[] =>
  tags.map(({ slug, rule }) => {
    const {
      ok,
      predicate: said,
      diagnostics,
    } = analyze(rule, { catalogue: 'session', now: 0, windowDays: 0 })
    const mistake = diagnostics.find(({ severity }) => severity === 'error')
    if (ok) {
      const own = withDecodedHeaders(said)
      const ofBackscatter = speaksOf('direction', own)
      const predicate: Predicate = ofBackscatter
        ? own
        : { kind: 'and', operands: [own, { kind: 'not', operand: accusesNobody }] }
      return { slug, predicate, own, ofBackscatter }
    }
    const where = mistake ? ` at ${mistake.span.start}: ${mistake.message}` : ''
    throw new Error(`The rule of "${slug}" cannot be understood${where}`)
  })
