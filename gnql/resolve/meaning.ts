import { parseInto } from '../parse.ts'
import { none, type Predicate } from '../predicate.ts'
import type { Field } from '../registry/field.ts'
import type { Registry } from '../registry/registry.ts'
import { isStar, type Query, type Term, type Text, type Words } from '../tree.ts'
import { bareOf, runOf, typed } from './bare.ts'
import { type Clause, noteClause } from './clause.ts'
import { fieldOf } from './field.ts'
import { FieldValues } from './field-values.ts'
import { warnOfAlternatives } from './hints.ts'
import { allOf, anyOf, not, type Reading } from './value.ts'

/** What a query means: one method a kind of node. */
export class Meaning {
  readonly #registry: Registry
  readonly #reading: Reading
  readonly #values: FieldValues

  constructor(registry: Registry, reading: Reading) {
    this.#registry = registry
    this.#reading = reading
    this.#values = new FieldValues(registry, reading)
  }

  of(query: Query): Predicate {
    const { head, rest } = this.#split(query)
    return rest ? allOf([head, rest]) : head
  }

  /** A run after a field may leave words behind that are not the field's; a negation covers only its head. */
  #split(query: Query): { head: Predicate; rest: Predicate | null } {
    switch (query.kind) {
      case 'empty':
        return { head: { kind: 'all' }, rest: null }
      case 'and':
        return { head: allOf(query.parts.map((part) => this.of(part))), rest: null }
      case 'or':
        warnOfAlternatives(query.parts, this.#registry, this.#reading)
        return { head: anyOf(query.parts.map((part) => this.of(part))), rest: null }
      case 'group':
        return { head: this.of(query.part), rest: null }
      case 'not': {
        const { head, rest } = this.#split(query.part)
        return { head: not(head), rest }
      }
      case 'bare':
        return { head: bareOf(query.value, this.#registry, this.#reading, this.#interesting), rest: null }
      case 'term':
        return this.#term(query)
    }
  }

  /** The conditions inside the rule are not the asker's. */
  readonly #interesting = (): Predicate => {
    const rule = this.#registry.interesting
    if (rule === null) return none
    const own = new Meaning(this.#registry, { ...this.#reading, clauses: new Map() })
    return own.of(parseInto(rule, this.#reading.diagnostics))
  }

  #term(term: Term): { head: Predicate; rest: Predicate | null } {
    const { value } = term
    if (
      isStar(term.field) &&
      value.kind === 'words' &&
      value.words.length === 1 &&
      value.words.every(isStar)
    ) {
      const clause: Clause = { span: term.span, fields: [], said: { kind: 'everything' } }
      return { head: noteClause(this.#reading.clauses, { kind: 'all' }, clause), rest: null }
    }
    const field = fieldOf(term, this.#registry, this.#reading)
    if (!field) return { head: none, rest: null }
    if (value.kind === 'words') return this.#run(field, value)
    return { head: this.#values.of(field, value), rest: null }
  }

  /** field:word word …, and field:"quoted". */
  #run(field: Field, { words }: Words): { head: Predicate; rest: Predicate | null } {
    const own = field.phrase ? this.#phraseLength(words) : 1
    const [first] = words
    if (!first) return { head: none, rest: null }
    const left = words.slice(own)
    const head = own > 1 ? this.#values.phrase(field, words.slice(0, own)) : this.#values.text(field, first)
    const rest = left.length > 0 ? runOf(left, this.#registry, this.#reading, this.#interesting) : null
    return { head, rest }
  }

  /** Addresses, CVEs, AS numbers, classifications and `interesting` never belong to a name begun before them. */
  #phraseLength(words: readonly Text[]): number {
    const stop = words.findIndex(
      (word, index) => index > 0 && typed(word, this.#registry, () => none) !== null,
    )
    return stop < 0 ? words.length : stop
  }
}
