import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { isFact, type Fact, type Kind, type RequestFact } from './facts.ts'

/**
 * Facts out of what others wrote down about exploits: which path, which method, which parameter, what kind of value.
 * Their words, patterns and payloads stay where they are.
 */

const linesOf = <T>(folder: string, file: string): T[] =>
  gunzipSync(readFileSync(join(folder, file)))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as T)

const kindOf = (value: string): Kind | null => {
  const text = value.toLowerCase()
  if (/<!|doctype|entity/.test(text)) return 'entity'
  if (/ro0ab|aced0005|^o:\d|viewstate|objectdataprovider/.test(text)) return 'object'
  if (/\.\.[/\\;%]|%2e%2e|\.%0d\.|\/etc\/|win\.ini|^\.\.$|\^\(\/\|/.test(text)) return 'traversal'
  if (
    /<\?|\$\{|\{\{|#\{|__import|__class|system\(|exec\(|eval\(|java\.|processbuilder|getruntime|%24%7b|execute/.test(
      text,
    )
  )
    return 'code'
  if (/union|select|sleep\(|waitfor|'/.test(text)) return 'sql'
  if (/<|%3c|alert\(/.test(text)) return 'script'
  if (/:\/\/|file:|php:|https\?/.test(text)) return 'address'
  if (/[;|`]|\$\(|%3b|%60|%7c|wget|curl|&&/.test(text)) return 'command'
  return null
}

const kindOfTitle = (title: string): Kind | null => {
  const text = title.toLowerCase()
  if (/sql/.test(text)) return 'sql'
  if (/xss|cross/.test(text)) return 'script'
  if (/travers|file (inclusion|read|disclosure)|lfi/.test(text)) return 'traversal'
  if (/ssrf|redirect/.test(text)) return 'address'
  if (/xxe/.test(text)) return 'entity'
  if (/command|rce|code exec/.test(text)) return 'command'
  return null
}

const plainPath = (path: string): string =>
  path
    .replaceAll(/\{\{.*?\}\}/g, '*')
    .replaceAll(/\*{2,}/g, '*')
    .replace(/\*$/, '')

const product = (name: string): string => {
  const own = name
    .replaceAll(/[_]/g, ' ')
    .replaceAll(/[^\w .&/+!-]/g, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
    .slice(0, 40)
    .trim()
  return own[0] === own[0]?.toLowerCase() ? own.replaceAll(/\b[a-z]/g, (char) => char.toUpperCase()) : own
}

const referenceOf = (cve: string): string => `https://nvd.nist.gov/vuln/detail/${cve}`

interface Condition {
  zones?: string[]
  variables?: string[]
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

/** Values that are one word are part of the request; they need not be bad by themselves. */
const isWord = (value: string): boolean => /^[\w./@-]{1,60}$/.test(value) && !value.includes('..')

const requestOfConditions = (conditions: readonly Condition[], title: string): RequestFact | null => {
  const made: {
    method?: RequestFact['method']
    path?: string
    with: string[]
    says: string[]
    bad?: Partial<RequestFact>
  } = {
    with: [],
    says: [],
  }
  for (const { zones = [], variables = [], match } of conditions) {
    const type = match?.type ?? ''
    const value = String(match?.value ?? '')
    const name = variables[0] ?? ''
    const plainName = /^[\w.[\]-]{1,60}$/.test(name) ? name : undefined
    if (zones.includes('METHOD')) made.method = value.toUpperCase() as RequestFact['method']
    else if (zones.includes('URI') || zones.includes('URI_FULL')) {
      if (!/^(contains|equals|endsWith|startsWith)$/.test(type)) return null
      const kind = kindOf(value)
      if (kind && !made.path) {
        const at = value.search(/\.\.|;|%|<|\$/)
        if (value.startsWith('/') && at > 4) made.bad = { place: 'path', kind, path: value.slice(0, at) }
        else return null
      } else if (value.length >= 4) {
        if (!made.path) made.path = value.startsWith('/') ? value : `/*${value}`
        else made.with.push(value)
      }
    } else if (zones.some((zone) => /^(ARGS|BODY_ARGS|RAW_BODY)(_NAMES)?$/.test(zone))) {
      const place = zones.includes('ARGS') || zones.includes('ARGS_NAMES') ? 'query' : 'body'
      const exact = type === 'equals' || type === 'contains' || type === 'startsWith'
      const kind =
        type === 'libinjectionSQL'
          ? 'sql'
          : type === 'libinjectionXSS'
            ? 'script'
            : (kindOf(value) ?? (exact && isWord(value) ? null : kindOfTitle(title)))
      if (kind) {
        if (!made.bad) made.bad = { place, kind, ...(plainName !== undefined && { parameter: plainName }) }
      } else if (exact && isWord(value)) {
        const text = plainName === undefined || plainName.startsWith('json') ? value : `${plainName}=${value}`
        if (text.length >= 3) made[place === 'query' ? 'with' : 'says'].push(text)
      } else return null
    } else if (!zones.includes('HEADERS_NAMES') && !zones.includes('HEADERS')) return null
    else return null
  }
  const { method, path = made.bad?.path, with: beside, says, bad } = made
  if (!path || path.length < 6) return null
  const parameter = bad?.parameter
    ?.replace(/^json\./, '')
    .split('.')
    .at(-1)
  if (!bad && says.length + beside.length === 0 && method === undefined) return null
  return {
    ...(method && { method }),
    path,
    ...(beside.length > 0 && { with: beside.slice(0, 4) }),
    ...(says.length > 0 && { says: says.slice(0, 4) }),
    place: bad?.place ?? 'path',
    ...(parameter !== undefined && { parameter }),
    kind: bad?.kind ?? 'endpoint',
  }
}

/** Facts of request rules (tags/crowdsec-rules.ndjson.gz). */
const ofRules = (folder: string): Fact[] =>
  linesOf<RequestRule>(folder, 'tags/crowdsec-rules.ndjson.gz')
    .filter(({ kind, cve }) => kind === 'http-request-rule' && cve.length > 0)
    .flatMap(({ cve, name, rules }) => {
      const requests = rules
        .flatMap((rule) => rule.or ?? [rule])
        .map((rule) => requestOfConditions(rule.and ?? [rule], name))
        .filter((one) => one !== null)
      if (requests.length === 0) return []
      const named = product(name.split(' - ')[0] ?? name)
      return [
        { cves: cve, product: named, reference: referenceOf(cve[0] ?? ''), requests: requests.slice(0, 4) },
      ]
    })

interface Template {
  cve: string[]
  vendor: string | null
  product: string | null
  requests: { method: string; path: string; body?: string; shared_by: number }[]
}

/** Where the address ends and what does not belong there begins. */
const requestOfTemplate = ({ method, path, body = '' }: Template['requests'][number]): RequestFact | null => {
  const [before = '', query = ''] = path.split(/\?(.*)/s)
  const own = plainPath(before)
  const given = method === 'GET' || !/^(POST|PUT)$/.test(method) ? {} : { method: method as 'POST' | 'PUT' }
  for (const pair of query.split('&')) {
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    const kind = kindOf(value)
    if (kind && /^[\w.[\]-]{1,60}$/.test(name) && own.length >= 6)
      return { ...given, path: own, place: 'query', parameter: name, kind }
  }
  const kind = kindOf(before)
  const at = before.search(/\.\.|;|%|<|\$|\.%0d/)
  if (kind && at >= 5) return { ...given, path: plainPath(before.slice(0, at)), place: 'path', kind }
  const bodyKind = kindOf(body)
  if (given.method && bodyKind && own.length >= 8 && /[a-z]{3}/i.test(own))
    return { ...given, path: own, place: 'body', kind: bodyKind }
  return null
}

/** Facts of templates (tags/http-cve-templates.ndjson.gz) for what is known to be exploited (cve/kev-latest.csv.gz). */
const ofTemplates = (folder: string): Fact[] => {
  const listed = gunzipSync(readFileSync(join(folder, 'cve/kev-latest.csv.gz'))).toString('utf8')
  const exploited = new Set(listed.match(/^CVE-\d{4}-\d{4,}/gm))
  return linesOf<Template>(folder, 'tags/http-cve-templates.ndjson.gz')
    .filter(({ cve }) => cve.some((one) => exploited.has(one)))
    .flatMap(({ cve, vendor, product: name, requests }) => {
      const made = requests
        .filter(({ shared_by: sharedBy }) => sharedBy <= 2)
        .map(requestOfTemplate)
        .filter((one) => one !== null)
      if (made.length === 0) return []
      const named = product(
        `${vendor ?? ''} ${(name ?? '').replace(/_?\\.*|_firmware/g, '')}`.trim() || 'Web application',
      )
      return [{ cves: cve, product: named, reference: referenceOf(cve[0] ?? ''), requests: made.slice(0, 2) }]
    })
}

/**
 * Facts out of a data folder shaped like ../shared/data, by CVE; what hand-written rules know already is left out.
 * @throws Error when a file is not there or not of its shape
 */
export const collectFacts = (folder: string, known: ReadonlySet<string>): Fact[] => {
  const facts = new Map<string, Fact>()
  for (const fact of [...ofRules(folder), ...ofTemplates(folder)]) {
    const [first = ''] = fact.cves
    if (fact.cves.some((cve) => known.has(cve)) || facts.has(first)) continue
    const requests = [...new Map(fact.requests.map((one) => [JSON.stringify(one), one])).values()]
    const whole = { ...fact, requests }
    if (isFact(whole)) facts.set(first, whole)
  }
  return [...facts.values()].sort((one, other) => ((one.cves[0] ?? '') < (other.cves[0] ?? '') ? -1 : 1))
}
