import type { Span } from '../span.ts'
import { isSpace } from '../quoting.ts'
import type { Field } from '../registry/field.ts'
import type { Registry } from '../registry/registry.ts'
import { type CompletionData, optionsOf } from './data.ts'
import { type Names, openNames, rank } from './name-index.ts'
import type { Place } from './place.ts'
import { valueText } from './write.ts'
import type { Item } from './item.ts'

interface Proposals {
  span: Span
  items: Item[]
}

/** More than are shown: some may be refused for what stands around them. */
const enough = 30
/** Fields offered to a word, so that room is left for what else it may become. */
const fieldsOfWord = 10
/** Values of one field offered to a word that has none. */
const fewOfEach = 4

/** Everything that could stand at a place, the likeliest first. */
export function proposals(text: string, place: Place, registry: Registry, data: CompletionData): Proposals {
  const { span, run } = place
  if (run && place.kind === 'term') {
    const items = values(text, run.span, run.field, run.typed, data)
    if (items.length > 0) return { span: run.span, items }
  }
  return { span, items: itemsAt(text, place, registry, data) }
}

function itemsAt(text: string, place: Place, registry: Registry, data: CompletionData): Item[] {
  const { kind, span, typed, field } = place
  if (kind === 'none') return []
  if (place.unclosed && !field) return [closingQuote(text, span)]
  if (field) {
    const isNew = place.inGroup && place.afterTerm && typed === ''
    const own = isNew ? [] : values(text, span, field, typed, data)
    const quote = place.unclosed ? [closingQuote(text, span)] : []
    return [...own, ...quote, ...(place.inGroup ? operators(text, place) : []), ...closingGroup(text, place)]
  }
  const fields = namesOf(text, place, registry)
  if (place.named) return fields
  const joins = operators(text, place)
  const terms = typed === '' ? [] : termsOf(text, place, registry, data)
  const close = closingGroup(text, place)
  if (typed === '') return [...close, ...joins, ...fields]
  const [before, behind] = place.afterTerm ? [joins, close] : [[], [...joins, ...close]]
  return [...before, ...fields.slice(0, fieldsOfWord), ...terms, ...behind]
}

/** A space where the item would touch what it does not belong to. */
function fitted(
  text: string,
  span: Span,
  insert: string,
  { open = false, tight = false } = {},
): { insert: string; lead: number } {
  const before = span.start > 0 ? text.charAt(span.start - 1) : ' '
  const after = text.charAt(span.end)
  const lead = tight || isSpace(before) || /[(\-!]/u.test(before) ? '' : ' '
  const tail = after === '' ? !open : !isSpace(after) && after !== ')'
  return { insert: `${lead}${insert}${tail ? ' ' : ''}`, lead: lead.length }
}

function values(text: string, span: Span, field: Field, typed: string, data: CompletionData): Item[] {
  if (field.options.kind === 'none' && typed === '') return samples(text, span, field)
  const found = optionsOf(field, data).find(typed, enough)
  const afterColon = text.charAt(span.start - 1) === ':'
  return found.map(({ value, also }): Item => {
    const { insert } = fitted(text, span, valueText(value), { tight: afterColon })
    return { kind: 'value', label: value, detail: also, insert, cursor: insert.length, field: field.name }
  })
}

/** Where no set of values is known: what a value looks like, and any value. */
function samples(text: string, span: Span, field: Field): Item[] {
  const example = field.example.slice(field.example.indexOf(':') + 1)
  return [...new Set([example, '*'])].map((value): Item => {
    const { insert } = fitted(text, span, value, { tight: text.charAt(span.start - 1) === ':' })
    const detail = value === '*' ? 'any value' : 'for example'
    return { kind: 'value', label: value, detail, insert, cursor: insert.length, field: field.name }
  })
}

const namesOfFields = new WeakMap<Registry, Names<Field>>()

/** Fields that hold something, by name, alias and title. */
function fieldNames(registry: Registry): Names<Field> {
  const known = namesOfFields.get(registry)
  if (known) return known
  const filled = registry.fields.filter(({ columns }) => columns.length > 0)
  const made = openNames(filled, ({ name, aliases, title }) => [name, ...aliases, title])
  namesOfFields.set(registry, made)
  return made
}

/** Names of fields; with something after it the value's place is marked by quotes, so that what follows stays apart. */
function namesOf(text: string, { span, typed, named }: Place, registry: Registry): Item[] {
  const found = fieldNames(registry).find(typed, enough)
  const rest = text.slice(span.end).trimStart()
  const isLast = rest === '' || rest.startsWith(')')
  return found.map(({ name, description }): Item => {
    const common = { kind: 'field', label: name, detail: description, field: name } as const
    if (named) return { ...common, insert: name, cursor: name.length }
    const { insert, lead } = fitted(text, span, isLast ? `${name}:` : `${name}:""`, { open: true })
    return { ...common, insert, cursor: lead + name.length + (isLast ? 1 : 2) }
  })
}

/** Whole conditions for a word that may be a value: `mir` → tags:Mirai. */
function termsOf(text: string, { span, typed }: Place, registry: Registry, data: CompletionData): Item[] {
  return registry.fields
    .filter(
      ({ columns, type, options }) =>
        columns.length > 0 && type === 'text' && options.kind !== 'country-codes',
    )
    .flatMap((field) =>
      optionsOf(field, data)
        .find(typed, fewOfEach)
        .map((option): Item => {
          const label = `${field.name}:${valueText(option.value)}`
          const { insert } = fitted(text, span, label)
          return {
            kind: 'term',
            label,
            detail: field.title,
            insert,
            cursor: insert.length,
            field: field.name,
          }
        }),
    )
    .slice(0, 2 * fewOfEach)
}

const said = [
  ['AND', 'both must hold'],
  ['OR', 'one of both must hold'],
  ['NOT', 'must not hold'],
] as const

function operators(text: string, { span, typed, afterTerm, inGroup }: Place): Item[] {
  const items: Item[] = []
  for (const [word, detail] of said) {
    if (word !== 'NOT' && !afterTerm) continue
    if (word === 'NOT' && inGroup && afterTerm) continue
    if (typed !== '' && rank(word, typed.toLowerCase()) > 0) continue
    const { insert } = fitted(text, span, word)
    items.push({ kind: 'operator', label: word, detail, insert, cursor: insert.length, field: null })
  }
  return items
}

/** Where a condition may end inside parentheses that nobody closed yet. */
function closingGroup(text: string, { span, typed, afterTerm, depth, unclosed }: Place): Item[] {
  const isOpen = depth > 0 && text.split('(').length > text.split(')').length
  const ends = typed === '' ? afterTerm : !unclosed
  return isOpen && ends ? [closing(text, span, ')', 'closes the group')] : []
}

const closing = (text: string, span: Span, char: string, detail: string): Item => {
  const insert = `${text.slice(span.start, span.end)}${char}`
  return { kind: 'close', label: char, detail, insert, cursor: insert.length, field: null }
}

const closingQuote = (text: string, span: Span): Item => closing(text, span, '"', 'closes the quote')
