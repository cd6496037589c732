import type { QueryDiagnostic } from '#model/views.ts'
import { Findings } from '../diagnostic.ts'
import { parseInto } from '../parse.ts'
import type { Predicate } from '../predicate.ts'
import { print } from '../print.ts'
import { quote } from '../quoting.ts'
import type { Field } from '../registry/field.ts'
import type { Registry } from '../registry/registry.ts'
import { nearest } from '../suggest.ts'
import {
  isStar,
  leaves,
  plainText,
  type Query,
  type Term,
  type Text,
  type Value,
  type Words,
} from '../tree.ts'
import { bareOf, hintOfList, joined, runOf, typed, written } from './bare.ts'
import { type Clause, type Clauses, remember } from './clause.ts'
import { allOf, anyOf, exists, none, not, rangeOf, type Reading, valueOf } from './value.ts'

/**
 * Tree to meaning. Every leaf ends in the predicate or in an error; with any error the whole predicate is `none`, so
 * that half a query never runs.
 */
export interface Resolved {
  predicate: Predicate
  diagnostics: QueryDiagnostic[]
  /** The text that runs when the default window was added, "" when nothing was. */
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
}

export function resolve(tree: Query, settings: Settings): Resolved {
  const findings = new Findings()
  const resolved = resolveInto(tree, settings, findings)
  return { ...resolved, diagnostics: findings.list }
}

export function resolveInto(
  tree: Query,
  { registry, now, defaultWindowDays = 90 }: Settings,
  findings: Findings,
  asTyped?: string,
): Omit<Resolved, 'diagnostics'> {
  const clauses: Clauses = new Map()
  const meaning = new Meaning(registry, { findings, now, clauses }).of(tree)
  if (findings.failed) return { predicate: none, adjusted: '', clauses: new Map() }
  const { window } = registry
  if (!window || defaultWindowDays <= 0 || hasWindow(tree, registry))
    return { predicate: meaning, adjusted: '', clauses }
  const term = `${window.field.name}:${defaultWindowDays}d`
  const added: Clauses = new Map()
  const limit = new Meaning(registry, { findings, now, clauses: added }).of(parseInto(term, findings))
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

class Meaning {
  readonly #registry: Registry
  readonly #reading: Reading

  constructor(registry: Registry, reading: Reading) {
    this.#registry = registry
    this.#reading = reading
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
    const apart = new Meaning(this.#registry, { ...this.#reading, clauses: new Map() })
    return apart.of(parseInto(rule, this.#reading.findings))
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
      return { head: remember(this.#reading.clauses, { kind: 'all' }, clause), rest: null }
    }
    const field = this.#field(term)
    if (!field) return { head: none, rest: null }
    if (value.kind === 'words') return this.#run(field, value)
    return { head: this.#value(field, value), rest: null }
  }

  #field(term: Term): Field | null {
    const name = plainText(term.field)
    const field = name === null ? null : this.#registry.find(name)
    const { findings } = this.#reading
    const found = written(term.field)
    if (field && field.columns.length > 0) return field
    if (field)
      findings.error(term.field.span, {
        message: `${field.name} is a known field, but it is not recorded here.`,
        found,
      })
    else {
      const suggestion = findings.open ? this.#nearestField(found) : null
      findings.error(term.field.span, {
        message: `There is no field ${found}.${suggestion ? ` Did you mean ${suggestion}?` : ''}`,
        expected: ['a field'],
        found,
        suggestion,
      })
    }
    return null
  }

  #nearestField(found: string): string | null {
    const near = nearest(found, this.#registry.names)
    return near && (this.#registry.find(near)?.name ?? null)
  }

  /** field:word word …, and field:"quoted". */
  #run(field: Field, { words }: Words): { head: Predicate; rest: Predicate | null } {
    const own = field.phrase ? this.#phraseLength(words) : 1
    const [first] = words
    if (!first) return { head: none, rest: null }
    const left = words.slice(own)
    const head = this.#text(field, own > 1 ? this.#phrase(field, words.slice(0, own)) : first)
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

  #phrase(field: Field, words: readonly Text[]): Text {
    const text = joined(words)
    this.#reading.findings.hint(text.span, {
      message: `Read as one value, ${field.name}:${quote(text.pieces)}. A value with spaces needs quotes.`,
      found: written(text),
      suggestion: quote(text.pieces),
    })
    return text
  }

  #value(field: Field, value: Value): Predicate {
    switch (value.kind) {
      case 'range': {
        const isOpen = !value.from && !value.to
        const said: Clause['said'] = isOpen ? { kind: 'exists' } : { kind: 'range', range: value }
        const clause = { span: value.span, fields: [field], said }
        return remember(this.#reading.clauses, rangeOf(field, value, this.#reading), clause)
      }
      case 'field-group':
        return this.#group(field, value.query)
      case 'words': {
        const [first] = value.words
        if (!first) return none
        if (value.words.length === 1) return this.#text(field, first)
        if (field.phrase) return this.#text(field, this.#phrase(field, value.words))
        if (field.type === 'ip') hintOfList(value.words, '', this.#reading)
        return allOf(value.words.map((word) => this.#text(field, word)))
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
        return this.#value(field, query.value)
      case 'term':
        this.#reading.findings.error(query.span, {
          message: `Inside ${field.name}:( … ) only its values can stand. Quote a value that holds a colon.`,
          expected: ['a value'],
          found: written(query.field),
        })
        return none
    }
  }

  #text(field: Field, text: Text): Predicate {
    const { clauses } = this.#reading
    const place = { span: text.span, fields: [field] }
    if (isStar(text)) return remember(clauses, exists(field), { ...place, said: { kind: 'exists' } })
    this.#warn(field, text)
    if (this.#isField(text)) return none
    return remember(clauses, valueOf(field, text, this.#reading), { ...place, said: { kind: 'value', text } })
  }

  /** `tags: cve:CVE-…`: the value was forgotten, the next term must not become it. */
  #isField(text: Text): boolean {
    const found = written(text)
    const colon = found.indexOf(':')
    if (text.quoted || colon < 1 || !this.#registry.find(found.slice(0, colon))) return false
    this.#reading.findings.error(text.span, {
      message: `A value is missing before ${found}. Quote it if it is the value.`,
      expected: ['a value'],
      found,
      suggestion: quote(text.pieces),
    })
    return true
  }

  /** Values that are allowed but match nothing, or not what was meant. */
  #warn(field: Field, text: Text): void {
    const { findings } = this.#reading
    const found = written(text)
    if (!text.quoted && field.type === 'text' && /^[-!]./u.test(found))
      findings.hint(text.span, {
        message: `"${found}" is the value as written. To exclude, put the sign before the field.`,
        found,
      })
    if (!text.quoted && field.type === 'text' && !field.phrase && found.includes(','))
      findings.hint(text.span, {
        message: `A comma is part of a text. For one of several values write ${field.name}:(a OR b).`,
        found,
        suggestion: alternatives(found),
      })
    if (field.type !== 'text' || field.options.kind !== 'listed' || plainText(text) === null) return
    const { values } = field.options
    if (values.some((value) => value.toLowerCase() === found.toLowerCase()) || !findings.open) return
    findings.hint(text.span, {
      message: `${field.name} has no value "${found}"; nothing will match.`,
      expected: [...values],
      found,
      suggestion: nearest(found, values),
    })
  }
}

const plainValue = /^(?!(?:and|or|not)$)[\w*?./@][\w*?./@-]*$/iu

/** `a,b` as `(a OR b)`, where each part can stand there as it is. */
function alternatives(found: string): string | null {
  const parts = found.split(',').filter((part) => part !== '')
  return parts.length > 1 && parts.every((part) => plainValue.test(part)) ? `(${parts.join(' OR ')})` : null
}
