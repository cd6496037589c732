import { none, type Predicate } from '../predicate.ts'
import { quote } from '../quoting.ts'
import type { Field } from '../registry/field.ts'
import type { Registry } from '../registry/registry.ts'
import { isStar, type Query, type Text, type Value } from '../tree.ts'
import { hintOfList, joined, written } from './bare.ts'
import { type Clause, noteClause } from './clause.ts'
import { refusesTerm, warnOfValue } from './hints.ts'
import { allOf, anyOf, exists, not, rangeOf, type Reading, valueOf } from './value.ts'

/** What stands after a field's colon: a range, a group, words; each text with its remarks and its condition. */
export class FieldValues {
  readonly #registry: Registry
  readonly #reading: Reading

  constructor(registry: Registry, reading: Reading) {
    this.#registry = registry
    this.#reading = reading
  }

  of(field: Field, value: Value): Predicate {
    switch (value.kind) {
      case 'range': {
        const isOpen = !value.from && !value.to
        const said: Clause['said'] = isOpen ? { kind: 'exists' } : { kind: 'range', range: value }
        const clause = { span: value.span, fields: [field], said }
        return noteClause(this.#reading.clauses, rangeOf(field, value, this.#reading), clause)
      }
      case 'field-group':
        return this.#group(field, value.query)
      case 'words': {
        const [first] = value.words
        if (!first) return none
        if (value.words.length === 1) return this.text(field, first)
        if (field.phrase) return this.phrase(field, value.words)
        if (field.type === 'ip') hintOfList(value.words, '', this.#reading)
        return allOf(value.words.map((word) => this.text(field, word)))
      }
    }
  }

  /** Inside field:( … ) every leaf is a value of the field. */
  #group(field: Field, query: Query): Predicate {
    switch (query.kind) {
      case 'empty':
        return { kind: 'all' }
      case 'and':
        return allOf(query.parts.map((part) => this.#group(field, part)))
      case 'or':
        return anyOf(query.parts.map((part) => this.#group(field, part)))
      case 'not':
        return not(this.#group(field, query.part))
      case 'group':
        return this.#group(field, query.part)
      case 'bare':
        return this.of(field, query.value)
      case 'term':
        this.#reading.diagnostics.error(query.span, {
          message: `Inside ${field.name}:( … ) only its values can stand. Quote a value that holds a colon.`,
          expected: ['a value'],
          found: written(query.field),
        })
        return none
    }
  }

  text(field: Field, text: Text): Predicate {
    const { clauses } = this.#reading
    const place = { span: text.span, fields: [field] }
    if (isStar(text) && field.type !== 'list')
      return noteClause(clauses, exists(field), { ...place, said: { kind: 'exists' } })
    warnOfValue(field, text, this.#reading)
    if (refusesTerm(text, this.#registry, this.#reading)) return none
    return noteClause(clauses, valueOf(field, text, this.#reading), {
      ...place,
      said: { kind: 'value', text },
    })
  }

  /** Words side by side that are one value of a field whose values hold spaces. */
  phrase(field: Field, words: readonly Text[]): Predicate {
    const text = joined(words)
    this.#reading.diagnostics.hint(text.span, {
      message: `Read as one value, ${field.name}:${quote(text.pieces)}. A value with spaces needs quotes.`,
      found: written(text),
      suggestion: quote(text.pieces),
    })
    return this.text(field, text)
  }
}
