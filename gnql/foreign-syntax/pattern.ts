import type { Field } from '../registry/field.ts'
import type { Registry } from '../registry/registry.ts'

/** What is said about a piece of text that other languages would understand. */
export interface ForeignFinding {
  severity: 'error' | 'hint'
  message: string
  /** In place of the whole match; null where nothing honest can be offered. */
  suggestion: string | null
  expected?: string[]
}

/** A match: its named groups as the author wrote them. */
export interface PatternMatch {
  text: string
  group(name: string): string
  /** The known, recorded field that the group `field` names. */
  field: Field | null
}

/** A way of writing that people bring along. Patterns see quoted and escaped text as one masking letter each. */
export interface ForeignPattern {
  pattern: RegExp
  /** What stands in every text that the pattern matches: it is sought first, since it is found or missed at once. */
  needs: RegExp
  read(found: PatternMatch, registry: Registry): ForeignFinding | null
}

/** Stands for whatever was quoted or escaped: a letter that no pattern asks for. */
const masking = '\uE000'

/** The text in which everything quoted or escaped is masked, place for place. */
export function masked(source: string): string {
  let text = ''
  let quoted = false
  for (let at = 0; at < source.length; at++) {
    const char = source.charAt(at)
    if (char === '\\' && at + 1 < source.length) {
      text += masking + masking
      at++
    } else if (char === '"') {
      quoted = !quoted
      text += char
    } else text += quoted ? masking : char
  }
  return text
}

/** Where a term may begin. */
export const start = String.raw`(?<![^\s(!-])`
export const name = String.raw`(?<field>[A-Za-z_][\w.]{0,79})`
/** The name of a field at the start of a term, with its colon. */
export const colon = String.raw`${start}${name}\s?:\s?`
export const value = String.raw`(?<value>"[^"]*"|[^\s()",]+)`
/** Where a value ends. */
export const end = String.raw`(?=[\s)]|$)`

export const foreignPattern = (
  pattern: string,
  needs: RegExp,
  read: ForeignPattern['read'],
): ForeignPattern => ({
  pattern: new RegExp(pattern, 'dgiu'),
  needs,
  read,
})

/** The value as it would be written here: 'single quotes' become double ones. */
export const rewritten = (text: string): string =>
  /^'[^'"]*'$/u.test(text) ? `"${text.slice(1, -1)}"` : text

/** `(a OR b)` of what stood between commas; null when an item is none. */
export function alternativesOf(list: string): string | null {
  const items = list
    .split(/[,|]/u)
    .map((item) => rewritten(item.trim()))
    .map((item) => (/\s/u.test(item) && !item.startsWith('"') ? `"${item}"` : item))
  const plain = /^(?:"[^"]*"|(?!(?:and|or|not)$)[\w*?./@][\w*?./@-]*)$/iu
  return items.length > 1 && items.every((item) => plain.test(item)) ? `(${items.join(' OR ')})` : null
}
