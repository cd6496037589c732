import type { Predicate } from '../predicate.ts'
import type { FieldCatalogue } from '../registry/registry.ts'
import type { Clause } from '../resolve/clause.ts'
import { phraseOf, valueOf } from './clause.ts'

/**
 * A query in plain words: "IPs tagged Mirai, seen in the last day, except those classified benign". It is made from
 * what will run, not from the text, so that a reader can check the reading. Two queries that read the same mean the same.
 */
export function sentence(
  { predicate, clauses }: { predicate: Predicate; clauses: ReadonlyMap<Predicate, Clause> },
  catalogue: FieldCatalogue,
): string {
  const noun = catalogue === 'ip' ? 'IPs' : 'sessions'
  const say = new Sayer(clauses)
  const parts = say.flat(predicate)
  const isExcluded = (part: Predicate): boolean => part.kind === 'not' && !clauses.has(part)
  const kept = parts.filter((part) => !isExcluded(part) && !(part.kind === 'all' && !clauses.has(part)))
  const dropped = parts.filter(isExcluded)
  const head =
    kept.length === 0
      ? `all ${noun}`
      : `${noun} ${kept.map((part) => say.part(part, parts.length > 1)).join(', ')}`
  const tail = dropped.map((part) => `, except ${say.exception(part)}`).join('')
  return head.charAt(0).toUpperCase() + head.slice(1) + tail
}

class Sayer {
  readonly #clauses: ReadonlyMap<Predicate, Clause>

  constructor(clauses: ReadonlyMap<Predicate, Clause>) {
    this.#clauses = clauses
  }

  /** What must hold at once, however it was grouped. */
  flat(predicate: Predicate): readonly Predicate[] {
    if (predicate.kind !== 'and' || this.#clauses.has(predicate)) return [predicate]
    return predicate.operands.flatMap((part) => this.flat(part))
  }

  /** Words in parentheses wherever they could be taken for something else. */
  part(predicate: Predicate, beside: boolean): string {
    const clause = this.#clauses.get(predicate)
    if (clause) return clause.span === null ? `${phraseOf(clause)} (${this.#why(clause)})` : phraseOf(clause)
    const inside = this.#joined(predicate)
    return beside && predicate.kind !== 'not' ? `(${inside})` : inside
  }

  exception(predicate: Predicate): string {
    if (predicate.kind !== 'not') return ''
    const clause = this.#clauses.get(predicate.operand)
    const [field] = clause?.fields ?? []
    if (clause?.said.kind === 'value' && field?.name === 'classification') return `${valueOf(clause)} ones`
    return `those ${this.part(predicate.operand, true)}`
  }

  /** A query that asks for times itself gets a window only where the plan reaches less far. */
  #why({ fields }: Clause): string {
    const isAsked = [...this.#clauses.values()].some(
      (clause) => clause.span !== null && clause.fields.some((field) => fields.includes(field)),
    )
    return isAsked ? 'as far as the plan reaches' : 'the default window'
  }

  #joined(predicate: Predicate): string {
    switch (predicate.kind) {
      case 'and':
        return this.flat(predicate)
          .map((part) => this.part(part, true))
          .join(' and ')
      case 'or':
        return (
          this.#sameField(predicate.operands) ??
          predicate.operands.map((part) => this.part(part, true)).join(' or ')
        )
      case 'not':
        return this.#not(predicate.operand)
      case 'all':
        return 'of any kind'
      case 'none':
      case 'test':
        return 'of no kind'
    }
  }

  #not(predicate: Predicate): string {
    const inside = this.part(predicate, true)
    const isOpen = this.#clauses.has(predicate) && / (?:and|or|of) |^not /u.test(inside)
    return `not ${isOpen || predicate.kind === 'not' ? `(${inside})` : inside}`
  }

  /** Several exact values of one field are said once: "tagged Mirai or Gafgyt". */
  #sameField(parts: readonly Predicate[]): string | null {
    const found = parts.map((part) => this.#clauses.get(part))
    const [first] = found
    const [field] = first?.fields ?? []
    const same = found.every(
      (clause) =>
        clause?.said.kind === 'value' &&
        clause.span !== null &&
        clause.fields.length === 1 &&
        clause.fields[0] === field,
    )
    if (!same || !first || (field?.type !== 'text' && field?.type !== 'number')) return null
    const [head = '', ...rest] = found.map((clause) => (clause ? valueOf(clause) : ''))
    // Words after the value would stand between it and the others: "seen by 2 sensors or 3".
    if (!phraseOf(first).endsWith(head)) return null
    return [phraseOf(first), ...rest].join(' or ')
  }
}
