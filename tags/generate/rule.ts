import { createHash } from 'node:crypto'
import { decoded } from '#methods/decoding/decode.ts'
import type { Tag } from '#model/tag.ts'
import type { Exploit, ExploitRequest } from './exploits.ts'
import { hasMarkers, payloadMarkers, words } from './payload-markers.ts'

/** "cve-2023-1234": generated tags are named after the first vulnerability they tell of. */
export const slugOf = ({ cves }: Exploit): string => (cves[0] ?? '').toLowerCase()

/** RFC 9562 §5.5, in the name space of URLs (§6.6): the same slug always has the same id. */
const idOf = (slug: string): string => {
  const space = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex')
  const hash = createHash('sha1').update(space).update(`https://noisefloor.example/tags/${slug}`).digest()
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  const hex = hash.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}

/** A text between quotes: what has a meaning in GNQL loses it, but for `*`. Brackets may come encoded. */
const quoted = (text: string): string =>
  `"${text
    .replaceAll(/\[([^[\]]*)\]/g, '*$1*')
    .replaceAll(/[\\?"]/g, String.raw`\$&`)
    .replaceAll(/\*{2,}/g, '*')}"`

const anyOf = (field: string, texts: readonly string[]): string => {
  const terms = [...new Set(texts)].map((text) => `${field}:${quoted(text)}`)
  return terms.length === 1 ? (terms[0] ?? '') : `(${terms.join(' OR ')})`
}

/** A text as it is sent, and as it is read in a decoded view (docs/methods/decoding.md) where that is something else. */
const readings = (text: string, plusFrom?: number): readonly string[] => [text, decoded(text, plusFrom)]

const within = (field: string, texts: readonly string[], end = '*'): string =>
  anyOf(
    field,
    texts.map((text) => `*${text}${end}`),
  )

/** Headers that a session keeps by themselves; others stand in what the source sent first. */
const kept: Readonly<Record<string, string>> = {
  cookie: 'http.cookies',
  authorization: 'http.authorization',
  referer: 'http.referer',
  origin: 'http.origin',
  'content-type': 'http.contentType',
  'user-agent': 'http.useragent',
}

const headerTerm = (line: string): string => {
  const [name = '', value] = line.split(/: ?(.*)/s)
  if (value === undefined) return anyOf('http.requestHeader', [name])
  const field = kept[name.toLowerCase()]
  const values = readings(value)
  if (field) return within(field, values)
  return within(
    'payload.source',
    values.map((text) => `\n${name}: ${text}`),
  )
}

const markedTerm = ({ path, place, parameter, kind }: ExploitRequest, found: readonly string[]): string => {
  const holder = parameter ?? (place === 'body' && kind === 'upload' ? 'filename=' : undefined)
  const named = holder === undefined ? '' : `${holder}${place === 'query' ? '=' : ''}*`
  const at = (path === '/' ? [''] : readings(path)).map((text) => (text === '' ? '' : `${text}*`))
  const each = (field: string, before: string | readonly string[]): string =>
    anyOf(
      field,
      [before].flat().flatMap((start) => found.map((mark) => `*${start}${mark}*`)),
    )
  if (place === 'body') return each('http.body', named)
  if (place === 'query')
    return each(
      'http.uri',
      at.map((start) => `${start}${named}`),
    )
  if (place === 'path') return each('http.uri', at)
  const field = kept[(parameter ?? '').toLowerCase()]
  return field ? each(field, '') : each('payload.source', `\n${parameter}:*`)
}

/** Headers hold single signs by nature, and of one that is not kept by itself the end is unknown. */
const telling = ({ place, parameter, kind }: ExploitRequest): readonly string[] => {
  if (!hasMarkers(kind)) return []
  // A line break can stand in a decoded target only; in bodies it stands anyway.
  const inTarget = kind === 'command' && (place === 'query' || place === 'path')
  const all = inTarget ? [...payloadMarkers[kind], '\n'] : payloadMarkers[kind]
  if (place !== 'header' || kind === 'quote') return all
  const isKept = Object.hasOwn(kept, (parameter ?? '').toLowerCase())
  return all.filter((mark) => (isKept ? mark.length > 1 || mark === '`' : mark.length > 2))
}

const ruleOfRequest = (request: ExploitRequest): string => {
  const { method, path, ends, with: beside = [], says = [], headers = [], place, kind } = request
  const uriAlone = path !== '/' && (place === 'body' || place === 'header' || !hasMarkers(kind))
  return [
    ...(method === undefined ? [] : [`http.method:${method}`]),
    ...(uriAlone ? [within(ends ? 'http.path' : 'http.uri', readings(path), ends ? '' : '*')] : []),
    ...beside.map((text) => within('http.uri', readings(text, 0))),
    ...says.map((text) => within('http.body', readings(text, 0))),
    ...headers.map(headerTerm),
    ...(hasMarkers(kind) ? [markedTerm(request, telling(request))] : []),
  ].join(' ')
}

/** Rules may be this long (tags/load.ts); what is beyond is left to the requests named first. */
const maxRuleLength = 8192

const waysOf = (requests: readonly ExploitRequest[]): string[] => {
  const ways: string[] = []
  for (const way of new Set(requests.map(ruleOfRequest)))
    if (ways.join('') === '' || [...ways, way].join(' OR ').length + 4 * ways.length < maxRuleLength)
      ways.push(way)
  return ways
}

const title = (fact: Exploit): string => {
  const [kind] = words[fact.requests[0]?.kind ?? 'endpoint']
  return `${fact.product} ${kind} (${fact.cves[0]})`
}

const describe = ({ product, requests }: Exploit): string => {
  const [, deed] = words[requests[0]?.kind ?? 'endpoint']
  const where = requests[0]?.path ?? '/'
  const to = where === '/' ? 'a request' : `a request to ${where}`
  return `The address ${deed}: ${to} as it is made against ${product} servers that lack a correction.`
}

/** Whoever looks for a flaw asks for its address, too; and a script in a value may be a text about scripts. */
const isDeliberate = ({ requests }: Exploit): boolean =>
  requests.every(({ kind }) => kind !== 'endpoint') && requests.some(({ kind }) => kind !== 'script')

/** The tag a fact stands for. The same fact always gives the same tag. */
export const tagOf = (fact: Exploit): Tag => {
  const slug = slugOf(fact)
  const ways = waysOf(fact.requests)
  return {
    id: idOf(slug),
    slug,
    name: title(fact),
    category: 'activity',
    intention: isDeliberate(fact) ? 'malicious' : 'suspicious',
    description: describe(fact),
    references: [fact.reference],
    cves: [...fact.cves],
    recommendBlock: isDeliberate(fact),
    createdAt: '2026-11-21',
    rule: ways.length === 1 ? (ways[0] ?? '') : ways.map((way) => `(${way})`).join(' OR '),
  }
}
