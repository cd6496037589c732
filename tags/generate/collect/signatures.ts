import { isRequest, type ExploitRequest } from '../exploits.ts'
import { hasMarkers, type MarkedKind } from '../payload-markers.ts'
import { kindOf, kindOfTitle } from './kind.ts'
import type { Rarity } from './rare.ts'
import { type Gathered, isName, isTelling, isWord, productOf, requestOf, rowsOf } from './shape.ts'

interface Pattern {
  buf: string
  type: 'content' | 'pcre'
  value: string
  negated?: boolean
}
interface Signature {
  msg: string
  cve: string[]
  patterns: Pattern[]
}

/** What the expression looks for, as plain signs. */
const unescaped = (expression: string): string =>
  expression.replaceAll(/\\x([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16)),
  )

const kindOfExpression = (expression: string): MarkedKind | null => {
  const text = unescaped(expression).toLowerCase()
  if (/union|select|u\\?n\\?i/.test(text)) return 'sql'
  if (/script|onmouse/.test(text)) return 'script'
  if (/\.\\?\.|etc\/|%2e/.test(text)) return 'traversal'
  if (/https\?|ftps?|:\\?\//.test(text)) return 'address'
  if (/[;`|]/.test(text.replaceAll('(?:', '').replaceAll('|', '')) || /`|\$\(/.test(text)) return 'command'
  return null
}

interface Draft {
  method?: ExploitRequest['method']
  path?: string
  with: string[]
  says: string[]
  parameter?: string
  place?: 'query' | 'body' | 'path'
  kind?: MarkedKind
}

/** "name=" holds the exploiting part when nothing else follows; "name=word" says how it is asked. */
const readPair = (draft: Draft, pair: string, place: 'query' | 'body', title: string): void => {
  const [name = '', value = ''] = pair.replace(/^[&?]+/, '').split(/=(.*)/s)
  if (!pair.includes('=')) {
    const kind = kindOf(pair, title)
    if (kind) {
      draft.kind ??= kind
      draft.place ??= place === 'query' && draft.parameter === undefined ? 'path' : place
    } else if (isWord(pair) && pair.length >= 4) draft[place === 'query' ? 'with' : 'says'].push(pair)
    return
  }
  const kind = value === '' ? null : kindOf(value, title)
  if ((kind || value === '') && isName(name) && name.length > 1) {
    draft.parameter = name
    draft.place = place
    if (kind) draft.kind ??= kind
  } else if (isName(name) && isWord(value))
    draft[place === 'query' ? 'with' : 'says'].push(`${name}=${value}`)
}

const readUri = (draft: Draft, value: string, title: string): void => {
  if (!draft.path && value.startsWith('/')) {
    const [before = '', query = ''] = value.split(/\?(.*)/s)
    const at = before.search(/\.\.|;|%|<|\$/)
    draft.path = at > 4 ? before.slice(0, at) : before
    if (at > 4) {
      const kind = kindOf(before, title)
      if (kind) Object.assign(draft, { kind, place: 'path' })
    }
    for (const pair of query.split('&').filter((one) => one !== '')) readPair(draft, pair, 'query', title)
    return
  }
  for (const pair of value.split('&').filter((one) => one !== '')) readPair(draft, pair, 'query', title)
}

/** A signature as a request; null when it tells of no path, or of no kind of value that facts know. */
const requestOfSignature = ({ msg, patterns }: Signature): ExploitRequest | null => {
  const draft: Draft = { with: [], says: [] }
  let found: MarkedKind | null = null
  for (const { buf, type, value, negated } of patterns) {
    if (negated) continue
    if (buf === 'http.method' && /^(GET|POST|PUT)$/.test(value)) draft.method = value as 'GET'
    else if (buf.startsWith('http.uri') && type === 'content') readUri(draft, value, msg)
    else if (buf === 'http.request_body' && type === 'content')
      for (const pair of value.split('&').filter((one) => one !== '')) readPair(draft, pair, 'body', msg)
    else if (type === 'pcre' && /^http\.(uri|request_body)/.test(buf)) found ??= kindOfExpression(value)
    else if (/cookie|header|payload/.test(buf) && type === 'content' && value.length < 4) return null
  }
  const said = kindOfTitle(msg)
  const kind = draft.kind ?? found ?? (said && hasMarkers(said) ? said : null)
  const place = draft.place ?? (kind === 'traversal' ? 'path' : undefined)
  if (!draft.path || draft.path.length < 6 || !kind || !place) return null
  const { method, path, parameter, with: beside, says } = draft
  const made = requestOf({
    ...(method !== undefined && method !== 'GET' && { method }),
    path,
    with: beside,
    says,
    place,
    ...(parameter !== undefined && place !== 'path' && { parameter }),
    kind,
  })
  return isRequest(made) ? made : null
}

const productOfTitle = (title: string): string =>
  productOf(
    title
      .replace(/^ET \w+ /, '')
      .replace(/\b(possible|attempted|attempt|inbound|outbound)\b/gi, '')
      .split(
        / - | -- |\(|\bCVE-| (sql|xss|remote|command|local|path|auth|unauth|rce|directory|arbitrary)\b/i,
      )[0] ?? '',
  )

/** Facts of signatures (tags/et-open-rules.ndjson.gz) for what is known to be exploited. */
export const ofSignatures = (folder: string, exploited: ReadonlySet<string>, rarity: Rarity): Gathered[] =>
  rowsOf<Signature>(folder, 'tags/et-open-rules.ndjson.gz')
    .filter(({ cve }) => cve.length === 1 && cve.some((one) => exploited.has(one)))
    .map((signature) => {
      const made = requestOfSignature(signature)
      return {
        cves: signature.cve,
        product: productOfTitle(signature.msg),
        requests: made && isTelling(made) && rarity.request(made) ? [made] : [],
      }
    })
