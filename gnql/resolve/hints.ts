import { countries } from '#model/countries.ts'
import { quote } from '../quoting.ts'
import type { Field } from '../registry/field.ts'
import type { Registry } from '../registry/registry.ts'
import { nearest } from '../suggest.ts'
import { plainText, type Query, type Term, type Text } from '../tree.ts'
import { typed, written } from './bare.ts'
import { none } from '../predicate.ts'
import { type KnownNames, type Reading } from './value.ts'

/** What is said about values that can be read, and were probably meant otherwise. */

/** `country:"China" OR "Russia"`: the second is no country, but a name looked for everywhere. */
export function warnOfAlternatives(
  parts: readonly Query[],
  registry: Registry,
  { diagnostics }: Reading,
): void {
  let term: Term | null = null
  for (const part of parts) {
    if (part.kind !== 'bare') term = part.kind === 'term' && part.value.kind === 'words' ? part : null
    const field: Field | null = term && registry.find(written(term.field))
    if (part.kind !== 'bare' || part.value.kind !== 'words' || !term || !field?.phrase) continue
    const [word, second] = part.value.words
    if (!word || second || typed(word, registry, () => none)) continue
    diagnostics.hint(word.span, {
      message: `Read as a name without a field, not as a value of ${field.name}.`,
      found: written(word),
      suggestion: `${written(term.field)}:${quote(word.pieces)}`,
    })
  }
}

/** `tags: cve:CVE-…`: the value was forgotten, the next term must not become it. */
export function refusesTerm(text: Text, registry: Registry, { diagnostics }: Reading): boolean {
  const found = written(text)
  const colon = found.indexOf(':')
  if (text.quoted || colon < 1 || !registry.find(found.slice(0, colon))) return false
  diagnostics.error(text.span, {
    message: `A value is missing before ${found}. Quote it if it is the value.`,
    expected: ['a value'],
    found,
    suggestion: quote(text.pieces),
  })
  return true
}

const isPort = /(?:^|\.)port$/u

/** Values that are allowed but match nothing, or not what was meant. */
export function warnOfValue(field: Field, text: Text, { diagnostics, tags }: Reading): void {
  const found = written(text)
  if (!text.quoted && field.type === 'text' && /^[-!]./u.test(found))
    diagnostics.hint(text.span, {
      message: `"${found}" is the value as written. To exclude, put the sign before the field.`,
      found,
    })
  const hasComma = !text.quoted && found.includes(',') && !(field.phrase && /\s/u.test(found))
  if (field.type === 'text' && hasComma) {
    diagnostics.hint(text.span, {
      message: `A comma is part of a text. For one of several values write ${field.name}:(a OR b).`,
      found,
      suggestion: alternatives(found),
    })
    return
  }
  if (isPort.test(field.name) && Number(found) > 65_535)
    diagnostics.hint(text.span, {
      message: 'Ports go from 0 to 65535; nothing will match.',
      expected: ['a port'],
      found,
    })
  if (field.type !== 'text' || plainText(text) === null) return
  if (field.options.kind === 'countries' || field.options.kind === 'country-codes')
    warnOfCountry(field, text, diagnostics)
  if (field.options.kind === 'tags' && tags) warnOfTag(text, tags, diagnostics)
  if (field.options.kind !== 'listed') return
  const { values } = field.options
  if (values.some((value) => value.toLowerCase() === found.toLowerCase()) || !diagnostics.open) return
  diagnostics.hint(text.span, {
    message: `${field.name} has no value "${found}"; nothing will match.`,
    expected: [...values],
    found,
    suggestion: nearest(found, values),
  })
}

const countryNames = countries.map(({ name }) => name)

/** The reference data may have a name of its own for a country, so this says only what the list does not hold. */
function warnOfCountry(field: Field, text: Text, diagnostics: Reading['diagnostics']): void {
  const found = written(text)
  const wanted = found.toLowerCase()
  const own = field.options.kind === 'countries' ? 'name' : 'code'
  if (!diagnostics.open || countries.some((country) => country[own].toLowerCase() === wanted)) return
  const other = countries.find(({ code, name }) => [code, name].some((word) => word.toLowerCase() === wanted))
  const near = other?.[own] ?? (own === 'name' ? nearest(found, countryNames) : null)
  diagnostics.hint(text.span, {
    message: `"${found}" is no ${own} of a country known here.`,
    expected: [own === 'name' ? 'a name, such as Belgium' : 'two letters, such as BE'],
    found,
    suggestion: near === null ? null : asValue(near, text),
  })
}

function warnOfTag(text: Text, tags: KnownNames, diagnostics: Reading['diagnostics']): void {
  const found = written(text)
  if (!diagnostics.open || tags.has(found.toLowerCase())) return
  const near = nearest(found, tags.all)
  diagnostics.hint(text.span, {
    message: `No tag is called "${found}".`,
    expected: ['the name or slug of a tag'],
    found,
    suggestion: near === null ? null : asValue(near, text),
  })
}

const asValue = (name: string, { quoted }: Text): string =>
  quoted || !plainValue.test(name) ? quote([name]) : name

const plainValue = /^(?!(?:and|or|not)$)[\w*?./@][\w*?./@-]*$/iu

/** `a,b` as `(a OR b)`, where each part can stand there as it is. */
function alternatives(found: string): string | null {
  const parts = found.split(',').filter((part) => part !== '')
  return parts.length > 1 && parts.every((part) => plainValue.test(part)) ? `(${parts.join(' OR ')})` : null
}
