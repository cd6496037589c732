import { isRequest, type Kind, type ExploitRequest } from '../exploits.ts'
import { hasMarkers, type MarkedKind } from '../payload-markers.ts'
import { kindOf, kindOfTitle } from './kind.ts'
import { type Gathered, isWord, productOf, requestOf, rowsOf } from './shape.ts'

interface Condition {
  zones?: string[]
  variables?: string[]
  transform?: string[]
  match?: { type: string; value?: string | number }
  and?: Condition[]
  or?: Condition[]
}
interface RequestRule {
  kind: string
  cve: string[]
  name: string
  rules: Condition[]
}

type Place = ExploitRequest['place']
interface Draft {
  method?: ExploitRequest['method']
  path?: string
  ends?: true
  with: string[]
  says: string[]
  headers: string[]
  bad?: { place: Place; kind: MarkedKind; parameter?: string }
}

const plainTypes = /^(contains|equals|endsWith|startsWith)$/

/** Where in a path something begins that does not belong there. */
const oddity = (path: string): number => path.search(/\.\.|;|%|<|\$/)

const readPath = (draft: Draft, value: string, type: string): boolean => {
  const kind = value.includes('..') ? 'traversal' : kindOf(value)
  const at = oddity(value)
  if (kind && !draft.bad && (draft.path || at > 4)) {
    draft.path ??= value.slice(0, at)
    draft.bad = { place: 'path', kind }
    return true
  }
  if (value.length < 4) return value === '/' || value === ''
  if (draft.path) draft.with.push(value)
  else {
    draft.path = value.startsWith('/') ? value : `/*${value}`
    if (type === 'equals' || type === 'endsWith') draft.ends = true
  }
  return true
}

/** "json.a.b" is the name b inside of a text; patterns of names are no names. */
const nameOf = (variable: string): string | undefined => {
  const name = variable
    .replace(/^json\./, '')
    .split('.')
    .at(-1)
  return name !== undefined && /^[\w[\]-]{1,60}$/.test(name) ? name : undefined
}

const kindOfValue = (type: string, value: string, title: string): MarkedKind | null => {
  if (type === 'libinjectionSQL') return 'sql'
  if (type === 'libinjectionXSS') return 'script'
  if (type !== 'regex') {
    if (value.startsWith('..')) return 'traversal'
    if (value === "'") return 'quote'
    const found = isTag.test(value) && kindOfTitle(title) !== 'script' ? null : kindOf(value, title)
    if (found || isWord(value) || isTag.test(value)) return found
  }
  const said: Kind | null = kindOfTitle(title)
  return said && hasMarkers(said) ? said : null
}

/** The name of an element, which a document may have. */
const isTag = /^<[\w:]+>?$/
/** Expressions that any value of its sort passes: what counts is that there is one. */
const anyValue = new Set(['^[0-9]+$', '.+', '^.*$'])

const readValue = (
  draft: Draft,
  place: 'query' | 'body',
  { variables = [], match }: Condition,
  title: string,
) => {
  const type = match?.type ?? ''
  const value = String(match?.value ?? '')
  const variable = variables[0] ?? ''
  const name = nameOf(variable)
  if (type === 'regex' && anyValue.has(value) && name !== undefined) {
    draft[place === 'query' ? 'with' : 'says'].push(variable.startsWith('json') ? `"${name}"` : `${name}=`)
    return true
  }
  const kind = kindOfValue(type, value, title)
  if (kind) {
    // A short name stands in many longer ones.
    const isShort = place === 'body' && name !== undefined && name.length <= 4 && !variable.startsWith('json')
    draft.bad ??= { place, kind, ...(name !== undefined && { parameter: isShort ? `${name}=` : name }) }
    return true
  }
  if (!plainTypes.test(type) || !(isWord(value) || isTag.test(value))) return false
  const between = variable.startsWith('json') || type === 'contains' ? '*' : '='
  const text = name === undefined ? value : `${name}${between}${value}`
  if (text.length >= 3) draft[place === 'query' ? 'with' : 'says'].push(text)
  return true
}

const readHeader = (draft: Draft, { variables = [], match }: Condition, title: string): boolean => {
  const [name = ''] = variables
  const type = match?.type ?? ''
  const value = String(match?.value ?? '')
  if (variables.length !== 1 || !plainTypes.test(type) || value === 'false') return false
  const kind = isWord(value) ? null : kindOf(value, title)
  if (kind) draft.bad ??= { place: 'header', parameter: name.toLowerCase(), kind }
  else draft.headers.push(`${name.toLowerCase()}: ${value}`)
  return true
}

const read = (draft: Draft, condition: Condition, title: string): boolean => {
  const { zones = [], match } = condition
  const type = match?.type ?? ''
  const value = String(match?.value ?? '')
  // What is wrapped up cannot be looked into; the rest must tell.
  if (condition.transform?.some((one) => one.startsWith('b64'))) return true
  const has = (pattern: RegExp): boolean => zones.some((zone) => pattern.test(zone))
  if (has(/^METHOD$/)) {
    draft.method = value.toUpperCase() as ExploitRequest['method']
    return true
  }
  if (has(/^URI(_FULL)?$/)) return plainTypes.test(type) && readPath(draft, value, type)
  if (has(/^BODY_ARGS|^RAW_BODY/) && !has(/^ARGS/)) return readValue(draft, 'body', condition, title)
  if (has(/^ARGS/)) return readValue(draft, 'query', condition, title)
  if (has(/^FILENAMES$/)) {
    draft.bad ??= {
      place: 'body',
      kind: value.includes('..') ? 'traversal' : 'upload',
      parameter: 'filename=',
    }
    return true
  }
  if (has(/^HEADERS$/)) return readHeader(draft, condition, title)
  if (has(/^HEADERS_NAMES$/) && type === 'equals') {
    draft.headers.push(value)
    return true
  }
  return false
}

/** A way of a rule as a request; null when it says something that facts cannot. */
const requestOfWay = (conditions: readonly Condition[], title: string): ExploitRequest | null => {
  const draft: Draft = { with: [], says: [], headers: [] }
  if (!conditions.every((condition) => read(draft, condition, title))) return null
  const { method, path = '/', ends, with: beside, says, headers, bad } = draft
  const told = beside.length + says.length + headers.length > 0
  const made = requestOf({
    ...(method !== undefined && { method }),
    path,
    ...(ends && bad?.place !== 'path' && { ends }),
    with: beside,
    says,
    headers,
    place: bad?.place ?? 'path',
    ...(bad?.parameter !== undefined && { parameter: bad.parameter }),
    kind: bad?.kind ?? (told ? 'request' : 'endpoint'),
  })
  return isRequest(made) ? made : null
}

/** All ways in which conditions can hold together, each without alternatives. */
const waysOf = ({ and, or, ...own }: Condition): Condition[][] => {
  if (or) return or.flatMap(waysOf)
  if (!and) return [[own]]
  return and.reduce<Condition[][]>(
    (ways, part) => ways.flatMap((way) => waysOf(part).map((more) => [...way, ...more])),
    [[]],
  )
}

/** Facts of request rules (tags/crowdsec-rules.ndjson.gz): their authors saw the attacks. */
export const ofRequestRules = (folder: string): Gathered[] =>
  rowsOf<RequestRule>(folder, 'tags/crowdsec-rules.ndjson.gz')
    .filter(({ kind, cve }) => kind === 'http-request-rule' && cve.length > 0)
    .map(({ cve, name, rules }) => ({
      cves: cve,
      product: productOf(name.split(' - ')[0] ?? name),
      requests: rules
        .flatMap(waysOf)
        .map((way) => requestOfWay(way, name))
        .filter((one) => one !== null),
    }))
