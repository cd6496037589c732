import { parse } from './parse.ts'
import { joined, partsOf } from './parts.ts'
import { print } from './print.ts'
import type { Field } from './registry/field.ts'
import { shortName } from './registry/short-name.ts'
import { term } from './term.ts'
import { plainText, type Query, type Term, type Words } from './tree.ts'

/** One condition of a query that can be taken away or turned round on its own. */
export interface Filter {
  text: string
  excludes: boolean
  /** The query without it. */
  without: string
  /** The query with the opposite in its place. */
  turned: string
}

/** The conditions that must all hold, in order. A query of alternatives is one condition. */
export function filtersOf(query: string): Filter[] {
  const parts = partsOf(parse(query).tree)
  return parts.map((part, at) => ({
    text: print(part.kind === 'not' ? part.part : part),
    excludes: part.kind === 'not',
    without: joined(parts.filter((_, other) => other !== at)),
    turned: joined(parts.map((each, other) => (other === at ? opposite(each) : each))),
  }))
}

const opposite = (part: Query): Query => {
  if (part.kind === 'not') return part.part
  const { span } = part
  return { kind: 'not', part: isRun(part) ? { kind: 'group', part, span } : part, span }
}

/** Several words, of which a "-" before them would turn the first alone. */
const isRun = (part: Query): boolean =>
  (part.kind === 'bare' || part.kind === 'term') && part.value.kind === 'words' && part.value.words.length > 1

/** What a query asks of the values of one field, and the queries that ask otherwise. */
export interface FieldFilter {
  /** Lower-cased values that are asked for. */
  included: ReadonlySet<string>
  /** The query without what it includes of the field; null where it includes nothing. */
  withoutIncluded: string | null
  stateOf(value: string): 'included' | 'excluded' | null
  /** Asks for the value beside those already asked for (OR), or no longer. */
  toggle(value: string): string
  /** Asks for the value, too (AND), or no longer: for fields of which an address has several values. */
  toggleBesides(value: string): string
  /** Asks for addresses without the value, or no longer. */
  toggleExcluded(value: string): string
}

/**
 * Reads conditions such as `country:India`, `country:(India OR China)` and `-country:India`, whichever name of the field they
 * use. Values with wildcards, ranges and conditions inside alternatives are left alone.
 */
export function fieldFilter(query: string, field: Pick<Field, 'name' | 'aliases' | 'phrase'>): FieldFilter {
  const asks: Asks = { names: new Set([field.name, ...field.aliases]), phrase: field.phrase }
  const name = shortName(field)
  const parts: Part[] = partsOf(parse(query).tree).map((tree) => ({ tree, asked: valuesAsked(tree, asks) }))
  const valuesOf = (kind: Asked['kind']) =>
    parts.flatMap(({ asked }) => (asked?.kind === kind ? asked.values : []))
  const [included, excluded] = [valuesOf('included'), valuesOf('excluded')]
  const holds = (values: readonly string[], value: string) => values.some((each) => isSame(each, value))
  const partOf = (kind: Asked['kind'], values: string[]): Part => ({
    tree: parse(`${kind === 'excluded' ? '-' : ''}${conditionOf(name, values)}`).tree,
    asked: { kind, values },
  })
  /** Conditions that name the value name the others alone. */
  const without = (value: string): Part[] =>
    parts.flatMap((part) => {
      if (!part.asked || !holds(part.asked.values, value)) return part
      const left = part.asked.values.filter((each) => !isSame(each, value))
      return left.length === 0 ? [] : partOf(part.asked.kind, left)
    })
  const written = (some: readonly Part[]) => joined(some.map(({ tree }) => tree))
  return {
    included: new Set(included.map((value) => value.toLowerCase())),
    withoutIncluded:
      included.length === 0 ? null : written(parts.filter(({ asked }) => asked?.kind !== 'included')),
    stateOf: (value) => (holds(included, value) ? 'included' : holds(excluded, value) ? 'excluded' : null),
    toggle(value) {
      const others = without(value)
      const last = others.findLastIndex(({ asked }) => asked?.kind === 'included')
      if (holds(included, value)) return written(others)
      const wanted = [...(others[last]?.asked?.values ?? []), value]
      return written(others.toSpliced(last < 0 ? others.length : last, 1, partOf('included', wanted)))
    },
    toggleBesides(value) {
      const others = without(value)
      return written(holds(included, value) ? others : [...others, partOf('included', [value])])
    },
    toggleExcluded(value) {
      const others = without(value)
      return written(holds(excluded, value) ? others : [...others, partOf('excluded', [value])])
    },
  }
}

interface Part {
  tree: Query
  /** null: it is of another field, or is left alone. */
  asked: Asked | null
}

const isSame = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase()

const plain = /^(?!(?:and|or|not)$)\w+$/i

function conditionOf(name: string, values: readonly string[]): string {
  const [only, second] = values
  if (only !== undefined && second === undefined) return term(name, only)
  const written = values.map((value) => (plain.test(value) ? value : `"${escaped(value)}"`))
  return `${name}:(${written.join(' OR ')})`
}

/** As `quote` of quoting.ts writes literal text. */
const escaped = (value: string): string => value.replaceAll(/["\\*?]/g, String.raw`\$&`)

interface Asked {
  kind: 'included' | 'excluded'
  values: string[]
}

/** By which names, and whether the words behind a value are the field's, as in `country:South Korea`. */
interface Asks {
  names: ReadonlySet<string>
  phrase: boolean
}

function valuesAsked(part: Query, asks: Asks): Asked | null {
  if (part.kind === 'not') {
    const inner = valuesAsked(part.part, asks)
    return inner?.kind === 'included' ? { kind: 'excluded', values: inner.values } : null
  }
  if (part.kind !== 'term' || !asks.names.has((plainText(part.field) ?? '').toLowerCase())) return null
  // Of other fields what follows the value are conditions of their own.
  if (!asks.phrase && isRun(part)) return null
  const values = literals(part)
  return values && { kind: 'included', values }
}

function literals({ value }: Term): string[] | null {
  if (value.kind === 'words') {
    const text = literal(value)
    return text === null ? null : [text]
  }
  if (value.kind !== 'field-group') return null
  const { query } = value
  const each = (query.kind === 'or' ? query.parts : [query]).map((leaf) =>
    leaf.kind === 'bare' && leaf.value.kind === 'words' ? literal(leaf.value) : null,
  )
  return each.every((text) => text !== null) ? each : null
}

function literal({ words }: Words): string | null {
  const texts = words.map(plainText)
  return texts.includes(null) ? null : texts.join(' ')
}
