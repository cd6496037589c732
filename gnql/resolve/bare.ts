import type { Field } from '../registry/field.ts'
import type { Registry } from '../registry/registry.ts'
import { none, type Predicate, type Test } from '../predicate.ts'
import { quote } from '../quoting.ts'
import { classifications } from '#model/tag.ts'
import { isStar, plainText, type Range, type Text, type Words } from '../tree.ts'
import { nearest } from '../suggest.ts'
import { parseBlock } from '../values/address.ts'
import { fold } from '../values/fold.ts'
import { type Clause, noteClause } from './clause.ts'
import { allOf, anyOf, onColumns, type Reading, textTest, tooWild } from './value.ts'

/**
 * Values without a field. An address, a block, a CVE, an AS number, a classification and `interesting` are what they
 * look like; every other text is a name: of a tag (or its slug), an actor or an organization, whole and in any case.
 */

const cve = /^cve-\d{4}-\d{4,7}$/iu
const asn = /^as\d{1,10}$/iu

/** A word that can only be one thing, with its tests. */
interface Typed extends Clause {
  predicate: Predicate
}

/** What a word is by its look, or null when it is a name. */
export function typed(text: Text, registry: Registry, meaningOfInteresting: () => Predicate): Typed | null {
  const plain = plainText(text)
  const { span } = text
  if (plain === null)
    return isStar(text)
      ? { predicate: { kind: 'all' }, span, fields: [], said: { kind: 'everything' } }
      : null
  const { bare } = registry
  const as = (fields: readonly Field[], tests: readonly Test[]): Typed => ({
    predicate: anyOf(fields.flatMap((field) => tests.map((test) => onColumns(field, test)))),
    span,
    fields,
    said: { kind: 'value', text },
  })
  const blocks = parseBlock(plain)
  if (blocks)
    return as(
      bare.address,
      blocks.map(({ from, to }) => ({ op: 'ip-range', from, to })),
    )
  const value = fold(plain)
  const equals: Test = { op: 'equals', value }
  if (bare.cve.length > 0 && cve.test(value)) return as(bare.cve, [equals])
  if (bare.asn.length > 0 && asn.test(value)) return as(bare.asn, [equals])
  const isClassification = classifications.some((known) => known === value)
  if (bare.classification.length > 0 && isClassification) return as(bare.classification, [equals])
  if (registry.interesting !== null && value === 'interesting')
    return { predicate: meaningOfInteresting(), span, fields: [], said: { kind: 'interesting' } }
  return null
}

const name = (text: Text, registry: Registry): Predicate => {
  const test = textTest(text.pieces)
  return anyOf(registry.bare.names.map((field) => onColumns(field, test)))
}

/** Neighbouring names joined by single spaces. */
export function joined(words: readonly Text[]): Text {
  const pieces = words.flatMap((word, index) => (index === 0 ? word.pieces : [' ', ...word.pieces]))
  const [first] = words
  return {
    pieces,
    quoted: true,
    span: { start: first?.span.start ?? 0, end: words.at(-1)?.span.end ?? 0 },
  }
}

/** A run of words: what is typed stands alone; neighbouring names are one name, or each a name of its own. */
export function runOf(
  run: readonly Text[],
  registry: Registry,
  reading: Reading,
  meaningOfInteresting: () => Predicate,
): Predicate {
  const parts: Predicate[] = []
  let names: Text[] = []
  const flush = (): void => {
    if (names.length > 0) parts.push(namesOf(names, registry, reading))
    names = []
  }
  for (const text of run) {
    const known = typed(text, registry, meaningOfInteresting)
    if (!known) {
      names.push(text)
      continue
    }
    flush()
    parts.push(noteClause(reading.clauses, known.predicate, known))
  }
  flush()
  const [address, second] = registry.bare.address
  const blocks = run.filter((text) => parseBlock(plainText(text) ?? '') !== null)
  // A session has two ends, a record one address.
  if (address && !second && blocks.length > 1) hintOfList(blocks, `${address.name}:`, reading)
  return allOf(parts)
}

/** Addresses side by side are all required, which no single address is. */
export function hintOfList(words: readonly Text[], before: string, { diagnostics }: Reading): void {
  const { span } = joined(words)
  const list = words.map(written).join(',')
  diagnostics.hint(span, {
    message: 'Addresses side by side must all match at once. For any of them put commas between.',
    found: words.map(written).join(' '),
    suggestion: before + list,
  })
}

/** Words with a meaning of their own. */
const spoken = [...classifications, 'interesting']
const lonePort = /^\d{1,5}$/u
/** An address with a part too large or padded, which is none (RFC 6943 §3.1.1). */
const dottedNumbers = /^\d{1,9}(?:\.\d{1,9}){3}(?:\/\d{1,3})?$/u

function namesOf(names: readonly Text[], registry: Registry, reading: Reading): Predicate {
  const [first] = names
  const refused = names.filter((text) => tooWild(text, reading) || refusedName(text, registry, reading))
  if (refused.length > 0 || !first) return none
  const fields = registry.bare.names
  const each = names.map((text) => name(text, registry))
  if (names.length === 1) {
    const clause: Clause = { span: first.span, fields, said: { kind: 'name', text: first } }
    return noteClause(reading.clauses, each[0] ?? none, clause)
  }
  const whole = joined(names)
  const found = written(whole)
  reading.diagnostics.hint(whole.span, {
    message: `Read as the one name "${found}", or as ${names.length} names that an address has all of. Quote what belongs together.`,
    found,
    suggestion: quote(whole.pieces),
  })
  const clause: Clause = { span: whole.span, fields, said: { kind: 'name', text: whole } }
  return noteClause(reading.clauses, anyOf([name(whole, registry), allOf(each)]), clause)
}

/** Words that were meant as something else: `=` is an error; a lone number or field name gets a hint. */
function refusedName(text: Text, registry: Registry, { diagnostics }: Reading): boolean {
  if (text.quoted) return false
  const found = written(text)
  if (found === '-' || /^[<>=]+$/u.test(found)) {
    diagnostics.error(text.span, { message: `"${found}" stands alone.`, expected: ['a term'], found })
    return true
  }
  const port = registry.bare.port
  const named = registry.find(found)
  if (dottedNumbers.test(found)) {
    const unpadded = found.replaceAll(/\b0+(?=\d)/g, '')
    diagnostics.hint(text.span, {
      message: `${found} is read as a name: the parts of an IPv4 address go from 0 to 255, without leading zeros.`,
      found,
      expected: ['an address'],
      suggestion: parseBlock(unpadded) ? unpadded : null,
    })
  } else if (port && lonePort.test(found))
    diagnostics.hint(text.span, {
      message: `${found} is read as a name. A port needs its field.`,
      found,
      suggestion: `${port.name}:${found}`,
    })
  else if (registry.bare.classification.length > 0 && nearest(found, spoken))
    diagnostics.hint(text.span, {
      message: `${found} is read as a name.`,
      found,
      suggestion: nearest(found, spoken),
    })
  else if (named)
    diagnostics.hint(text.span, {
      message: `${found} is a field; without a colon it is read as a name.`,
      found,
      expected: [':'],
      suggestion: `${found}:${named.type === 'boolean' ? 'true' : '*'}`,
    })
  return false
}

export const written = (text: Text): string =>
  text.pieces.map((piece) => (typeof piece === 'string' ? piece : piece.wildcard)).join('')

/** A value without a field: a run of words, a quoted text, or a range that has nothing to range over. */
export function bareOf(
  value: Words | Range,
  registry: Registry,
  reading: Reading,
  meaningOfInteresting: () => Predicate,
): Predicate {
  if (value.kind === 'words') return runOf(value.words, registry, reading, meaningOfInteresting)
  reading.diagnostics.error(value.span, { message: 'A range needs a field before it.', expected: ['field:'] })
  return none
}
