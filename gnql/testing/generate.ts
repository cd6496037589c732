import * as fc from 'fast-check'
import { ipDocumentColumns } from '#model/ip-document/columns.ts'
import type { IpDocument } from '#model/ip-record.ts'
import { classifications } from '#model/tag.ts'
import { bareWord, quote, valueWord } from '../quoting.ts'
import type { Field } from '../registry/field.ts'
import type { Registry } from '../registry/registry.ts'
import type { Piece } from '../tree.ts'
import { ipDocument } from './documents.ts'
import { addresses, blocks, decimals, numbers, texts, words } from './vocabulary.ts'

/** Random queries that are valid by construction, and random documents over the same few values. */

const textValue = fc.constantFrom(...texts)
const list = <T>(value: fc.Arbitrary<T>, maxLength = 3): fc.Arbitrary<T[]> => fc.array(value, { maxLength })
const orNone = (value: fc.Arbitrary<string>): fc.Arbitrary<string> => fc.oneof(fc.constant(''), value)

const seconds = (now: number): fc.Arbitrary<number> => {
  const present = Math.floor(now / 1000)
  const edges = [0, 1, 3600, 86_399, 86_400, 86_401, 7 * 86_400, 30 * 86_400, 90 * 86_400, 90 * 86_400 + 1]
  return fc.oneof(
    fc.constantFrom(...edges).map((ago) => present - ago),
    fc.integer({ min: present - 100 * 86_400, max: present }),
  )
}

const iso = (at: number): string => new Date(at * 1000).toISOString().replace('.000Z', 'Z')

/** Columns of words that are drawn with the others, or follow from them. */
const special: ReadonlySet<string> = new Set([
  'origins',
  'actor',
  'vpn_service',
  'tags',
  'tag_names',
  'cves',
  'truncated',
  'sources',
  'evidence',
])

/** Documents as IpDocument says; instants lie within 100 days before `now` (milliseconds), lists hold at most 3. */
export function documents(now: number): fc.Arbitrary<IpDocument> {
  const instant = seconds(now).map(iso)
  const port = fc.constantFrom(...numbers)
  const pair = list(fc.record({ fingerprint: textValue, port }))
  const number = fc.oneof(port, fc.nat())
  const coordinate = fc.oneof(fc.constant(null), fc.constantFrom(...decimals))
  const tags = list(textValue)
  const some = fc.record(
    {
      ip: fc.constantFrom(...addresses),
      first_seen: instant,
      last_seen: instant,
      last_seen_malicious: orNone(instant),
      last_seen_suspicious: orNone(instant),
      last_seen_benign: orNone(instant),
      classification: fc.constantFrom(...classifications),
      actor: textValue,
      spoofable: fc.boolean(),
      bot: fc.boolean(),
      vpn: fc.boolean(),
      vpn_service: orNone(textValue),
      tor: fc.boolean(),
      tags,
      tag_names: tags,
      cves: list(textValue),
      single_destination: fc.boolean(),
      mobile: fc.boolean(),
      rdns_validated: fc.boolean(),
      latitude: coordinate,
      longitude: coordinate,
      sensor_hits: number,
      sensor_count: number,
      source_bytes: number,
      scan: list(fc.record({ port, protocol: fc.constantFrom('tcp', 'udp', 'icmp') })),
      ja3: pair,
      hassh: pair,
      source_ports_tcp: list(port),
      source_ports_udp: list(port),
    },
    { requiredKeys: ['ip', 'last_seen'] },
  )
  // What holds words of any kind and stands not above.
  const others = fc.record(
    Object.fromEntries(
      ipDocumentColumns.flatMap(({ name, type, pair }): [string, fc.Arbitrary<unknown>][] => {
        if (pair !== undefined || special.has(name)) return []
        if (type === 'word' || type === 'text') return [[name, orNone(textValue)]]
        return type === 'words' || type === 'texts' ? [[name, list(textValue)]] : []
      }),
    ),
  )
  return fc.tuple(some, others).map(([facts, more]) => parallel(ipDocument({ ...more, ...facts })))
}

/** The tag lists of a document are parallel. */
const parallel = (document: IpDocument): IpDocument => {
  const { tags } = document
  return {
    ...document,
    tag_names: tags.map((slug, index) => document.tag_names[index] ?? slug),
    tag_first: tags.map(() => document.first_seen),
    tag_last: tags.map(() => document.last_seen),
    tag_sessions: tags.map(() => 1),
  }
}

const wildcard = fc.constantFrom<Piece>({ wildcard: '*' }, { wildcard: '?' })

/** A text of the vocabulary, whole, in another case, or with wildcards in place of a part. */
const pieces: fc.Arbitrary<Piece[]> = fc.oneof(
  textValue.map((text) => [text]),
  textValue.map((text) => [text.toUpperCase()]),
  fc.tuple(textValue, wildcard, fc.nat(8), fc.boolean()).map(([text, wild, cut, front]) => {
    const chars = [...text]
    const kept = front ? chars.slice(0, cut).join('') : chars.slice(cut).join('')
    return front ? [kept, wild].filter((piece) => piece !== '') : [wild, kept].filter((piece) => piece !== '')
  }),
)

const inQuotes = pieces.map(quote)
const textTerm = fc.oneof(inQuotes, inQuotes, pieces.filter((each) => each.length > 0).map(valueWord))

const numberText = fc.oneof(
  fc.constantFrom(...numbers, ...decimals).map(String),
  fc.integer({ min: 0, max: 70_000 }).map(String),
)

const timeText = (now: number): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom('today', '1d', '1w', '10d', '3m', '12h', '90d', 'TODAY', '1W'),
    seconds(now).map((at) => iso(at).slice(0, 10)),
    seconds(now).map((at) => `"${iso(at).slice(0, 19).replace('T', ' ')}"`),
    seconds(now).map(iso),
  )

const ranges = (edge: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    fc.tuple(fc.constantFrom('>', '>=', '<', '<='), edge).map(([sign, value]) => sign + value),
    fc
      .tuple(fc.constantFrom('[', '{'), edge, edge, fc.constantFrom(']', '}'))
      .map(([open, from, to, close]) => `${open}${from} TO ${to}${close}`),
    edge.map((from) => `[${from} TO *}`),
  )

const family = (four: boolean): fc.Arbitrary<string> =>
  fc.constantFrom(...addresses.filter((address) => address.includes(':') !== four))

/** What may stand after a field's colon. */
export function valuesOf(field: Field, now: number): fc.Arbitrary<string> {
  const star = fc.constant('*')
  switch (field.type) {
    case 'text':
      return fc.oneof(
        { weight: 6, arbitrary: textTerm },
        ranges(fc.constantFrom(...texts).map((text) => quote([text]))),
        star,
      )
    case 'number':
      return fc.oneof(numberText, ranges(numberText), star, fc.tuple(numberText, numberText).map(String))
    case 'boolean':
      return fc.oneof(fc.constantFrom('true', 'false', 'TRUE', 'False'), star)
    case 'time':
      return fc.oneof(timeText(now), ranges(timeText(now)), star)
    case 'list':
      return fc.constantFrom(...texts).map((text) => quote([text]))
    case 'ip':
      return fc.oneof(fc.constantFrom(...blocks), ranges(family(true)), ranges(family(false)), star)
  }
}

/** Operators are names only in quotes. */
const bareText = (text: readonly Piece[]): string =>
  /^(?:and|or|not)$/iu.test(String(text[0])) && text.length === 1 ? quote(text) : bareWord(text)

const bare = fc.oneof(
  fc.constantFrom(...words).map((word) => quote([word])),
  fc.constantFrom('Mirai', 'malicious', 'benign', 'AS64500', 'CVE-2021-44228', 'SSH Bruteforcer', ...blocks),
  pieces.filter((each) => each.length > 0).map(bareText),
)

/** Terms of fields and bare words only where `bareWords` allows them. */
export function terms(registry: Registry, now: number): fc.Arbitrary<string> {
  const fields = registry.fields.filter((field) => field.columns.length > 0)
  return fc
    .constantFrom(...fields)
    .chain((field) =>
      fc
        .tuple(
          fc.constantFrom(field.name, ...field.aliases),
          fc.oneof(
            { weight: 5, arbitrary: valuesOf(field, now) },
            { weight: 1, arbitrary: fieldGroups(field, now) },
          ),
        )
        .map(([name, value]) => `${name}:${value}`),
    )
}

const fieldGroups = (field: Field, now: number): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.constantFrom('', '-'), valuesOf(field, now)), { minLength: 1, maxLength: 3 })
    .map((parts) => `(${parts.map(([sign, value]) => sign + guarded(value)).join(' OR ')})`)

/** Inside parentheses no colon stands before a word; what only a colon makes a value goes into quotes. */
export const guarded = (value: string): string =>
  /^["[{<>]/u.test(value) ||
  blocks.some((block) => block === value) ||
  !/[:!-]|^(?:and|or|not)$/iu.test(value)
    ? value
    : `"${value.replaceAll('"', String.raw`\"`)}"`

/** Whole queries, up to a few levels deep: `understand` says ok to each of them. */
export function queries(registry: Registry, now: number): fc.Arbitrary<string> {
  const leaf = fc.oneof({ weight: 5, arbitrary: terms(registry, now) }, { weight: 1, arbitrary: bare })
  const { query } = fc.letrec<{ query: string }>((tie) => ({
    query: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf,
      fc
        .tuple(tie('query'), fc.constantFrom(' ', ' AND ', ' and ', ' OR ', ' or '), tie('query'))
        .map((parts) => parts.join('')),
      fc
        .tuple(fc.constantFrom('-', 'NOT ', '!', 'not '), tie('query'))
        .map(([sign, part]) => `${sign}(${part})`),
      tie('query').map((part) => `(${part})`),
    ),
  }))
  return query
}
