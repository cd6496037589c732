import { createHash } from 'node:crypto'
import type { Tag } from '#model/tag.ts'
import type { Fact, RequestFact } from './facts.ts'
import { marks, words } from './marks.ts'

/** "cve-2023-1234": generated tags are named after the first vulnerability they tell of. */
export const slugOf = ({ cves }: Fact): string => (cves[0] ?? '').toLowerCase()

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

/** A text between quotes: what has a meaning in GNQL loses it, but for `*`. */
const quoted = (text: string): string => `"${text.replaceAll(/[\\?"]/g, String.raw`\$&`)}"`

const anyOf = (field: string, texts: readonly string[]): string => {
  const terms = texts.map((text) => `${field}:${quoted(text.replaceAll(/\*{2,}/g, '*'))}`)
  return terms.length === 1 ? (terms[0] ?? '') : `(${terms.join(' OR ')})`
}

const ruleOfRequest = ({
  method,
  path,
  with: beside = [],
  says = [],
  place,
  parameter,
  kind,
}: RequestFact): string => {
  const found = kind === 'endpoint' ? [] : marks[kind]
  const named = parameter === undefined ? '' : `${parameter}${place === 'query' ? '=' : ''}*`
  const terms = [
    ...(method === undefined ? [] : [`http.method:${method}`]),
    ...(place === 'body' || kind === 'endpoint' ? [anyOf('http.uri', [`*${path}*`])] : []),
    ...beside.map((text) => anyOf('http.uri', [`*${text}*`])),
    ...says.map((text) => anyOf('http.body', [`*${text}*`])),
  ]
  if (found.length > 0)
    terms.push(
      place === 'body'
        ? anyOf(
            'http.body',
            found.map((mark) => `*${named}${mark}*`),
          )
        : anyOf(
            'http.uri',
            found.map((mark) => (place === 'query' ? `*${path}*${named}${mark}*` : `*${path}*${mark}*`)),
          ),
    )
  return terms.join(' ')
}

const title = (fact: Fact): string => {
  const [kind] = words[fact.requests[0]?.kind ?? 'endpoint']
  return `${fact.product} ${kind} (${fact.cves[0]})`
}

const describe = ({ product, requests }: Fact): string => {
  const [, deed] = words[requests[0]?.kind ?? 'endpoint']
  const where = requests[0]?.path ?? ''
  return `The address ${deed}: a request to ${where} as it is made against ${product} servers that lack a correction.`
}

/** The tag a fact stands for. The same fact always gives the same tag. */
export const tagOf = (fact: Fact): Tag => {
  const slug = slugOf(fact)
  const ways = fact.requests.map(ruleOfRequest)
  return {
    id: idOf(slug),
    slug,
    name: title(fact),
    category: 'activity',
    intention: fact.requests.every(({ kind }) => kind === 'script' || kind === 'endpoint')
      ? 'suspicious'
      : 'malicious',
    description: describe(fact),
    references: [fact.reference],
    cves: [...fact.cves],
    recommendBlock: fact.requests.every(({ kind }) => kind !== 'script' && kind !== 'endpoint'),
    createdAt: '2026-11-21',
    rule: ways.length === 1 ? (ways[0] ?? '') : ways.map((way) => `(${way})`).join(' OR '),
  }
}
