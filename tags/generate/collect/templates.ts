import { isRequest, type ExploitRequest } from '../exploits.ts'
import { kindOf, kindOfTitle } from './kind.ts'
import type { Rarity } from './rare.ts'
import { type Gathered, isName, isTelling, isWord, productOf, requestOf, rowsOf } from './shape.ts'

interface Asked {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
  /** How many templates ask for this path. */
  shared_by: number
}
interface Template {
  cve: string[]
  name: string
  vendor: string | null
  product: string | null
  requests: Asked[]
}

const max = { sharing: 2, requests: 4, words: 3 }

/** Placeholders stand for anything: an address of the asker's, or a word. */
const filled = (text: string): string =>
  text
    .replaceAll(/\{\{\s*(interactsh-url|oast|callback)\s*\}\}/gi, 'oast.test')
    .replaceAll(/\{\{[^{}]*\}\}/g, 'zz0')

const pathOf = (path: string): string =>
  path
    .replaceAll(/\{\{.*?\}\}/g, '*')
    .replaceAll(/\*{2,}/g, '*')
    .replace(/\*$/, '')

/** Names that say which of its deeds an application is asked for. */
const choosing =
  /^(action|_?act|cmd|page|module?|option|controller|task|view|func(tion)?|method|type|mode|rest_route|do|op|cgi_?name|command|pagename|route(string)?|tab|object|form_?id|event|service|target|node|plugin)$/i

interface Pair {
  name: string
  value: string
}
const pairsOf = (text: string): Pair[] =>
  text.split('&').map((pair) => {
    const [name = '', value = ''] = pair.split(/=(.*)/s)
    return { name, value }
  })

const wordsOf = (pairs: readonly Pair[], held: string | undefined, between = '='): string[] =>
  pairs
    .filter(
      ({ name, value }) => name !== held && choosing.test(name) && isWord(value) && !value.includes('zz0'),
    )
    .map(({ name, value }) => `${name}${between}${value}`)

/** Parameters of a body, whatever its shape: a form, JSON, XML, parts. */
const heldIn = (body: string): { pairs: Pair[]; between: '*' | '=' } => {
  const parts = [
    ...[
      ...body.matchAll(/name="([^"]+)"(?:; filename="([^"]*)")?[^\n]*\r?\n(?:[^\n]+\r?\n)*\r?\n([^\n]*)/g),
    ].map(([, name = '', file = '', value = '']) => ({ name, value: file || value })),
    ...[...body.matchAll(/"([\w.$-]+)"\s*:\s*"((?:[^"\\]|\\.)*)"/g)].map(([, name = '', value = '']) => ({
      name,
      value,
    })),
    ...[...body.matchAll(/<([\w:]+)[^>]*>([^<]+)<\//g)].map(([, name = '', value = '']) => ({ name, value })),
  ]
  return parts.length > 0 ? { pairs: parts, between: '*' } : { pairs: pairsOf(body), between: '=' }
}

const ofQuery = (query: string, title: string): Partial<ExploitRequest> | null => {
  const pairs = pairsOf(query)
  for (const { name, value } of pairs) {
    const kind = kindOf(value, title)
    if (kind && isName(name))
      return { place: 'query', parameter: name, kind, with: wordsOf(pairs, name).slice(0, max.words) }
  }
  return null
}

const ofPath = (before: string, title: string): Partial<ExploitRequest> | null => {
  const kind = kindOf(before, title)
  const at = before.search(/\.\.|;|%|<|\$|\.%0d|'/)
  return kind && at >= 5 ? { path: pathOf(before.slice(0, at)), place: 'path', kind } : null
}

const ofBody = (body: string, title: string): Partial<ExploitRequest> | null => {
  const { pairs, between } = heldIn(body)
  const file = /filename="([^"]*)"/.exec(body)?.[1] ?? ''
  if (kindOfTitle(title) === 'upload' && kindOf(file, title) === 'upload')
    return { place: 'body', parameter: 'filename=', kind: 'upload' }
  for (const { name, value } of pairs) {
    const kind = kindOf(value, title)
    if (kind && isName(name) && name.length > 1)
      return {
        place: 'body',
        parameter: name,
        kind,
        says: wordsOf(pairs, name, between).slice(0, max.words),
      }
  }
  const kind = kindOf(body, title)
  return kind ? { place: 'body', kind } : null
}

const ofHeaders = (headers: Record<string, string>, title: string): Partial<ExploitRequest> | null => {
  for (const [name, value] of Object.entries(headers)) {
    if (/^(host|user-agent|accept|content-type|referer|origin|connection)/i.test(name)) continue
    const kind = kindOf(filled(value), title)
    const said = kindOfTitle(title)
    if (kind === 'command' && !/`|\$\(/.test(value)) continue
    if (kind && (said === null || said === kind || kind === 'code' || kind === 'object'))
      return { place: 'header', parameter: name.toLowerCase(), kind }
  }
  return null
}

/** The request with what does not belong in it, if something does not. */
const markedRequest = (
  { method, path, headers = {}, body = '' }: Asked,
  title: string,
): ExploitRequest | null => {
  const [before = '', query = ''] = path.split(/\?(.*)/s)
  const own = pathOf(before)
  const found =
    ofQuery(filled(query), title) ??
    ofPath(filled(before), title) ??
    (method === 'GET' ? null : ofBody(filled(body), title)) ??
    ofHeaders(headers, title)
  if (!found?.kind || !found.place) return null
  const words = found.place === 'query' ? [] : wordsOf(pairsOf(filled(query)), undefined)
  const made = requestOf(
    {
      ...(method !== 'GET' && /^(POST|PUT|DELETE|PATCH)$/.test(method) && { method: method as 'POST' }),
      path: own,
      with: words.slice(0, max.words),
      ...found,
      place: found.place,
      kind: found.kind,
    },
    max.words,
  )
  return isRequest(made) ? made : null
}

/** A path that an application may have, and no document or picture that lies beside it. */
const plainPath =
  /^(?!.*(readme|changelog|login|logon|signin|etc\/|\.(txt|md|css|js|png|gif|jpg|svg|ico|xml|ttf|html?)$))[\w./,;:!+~-]{12,}$/i

/** The request as it is, where its address is asked for by nobody else. */
const bareRequest = (asked: Asked, rarity: Rarity): ExploitRequest | null => {
  const [before = '', query = ''] = asked.path.split(/\?(.*)/s)
  const own = pathOf(before)
  const chosen = pairsOf(filled(query))
    .filter(
      ({ name, value }) =>
        /^[\w.+-]+$/.test(name) && /^[a-z][\w./-]{2,40}$/i.test(value) && !value.includes('zz0'),
    )
    .map(({ name, value }) => `${name}=${value}`)
  if (asked.shared_by > 1 || rarity.probed(before) || !plainPath.test(own) || own.includes('..')) return null
  if (!rarity.end(own) && (chosen.length < 2 || own.length < 10)) return null
  const made = requestOf({
    ...(/^(POST|PUT|DELETE|PATCH)$/.test(asked.method) && { method: asked.method as 'POST' }),
    path: own,
    ends: true,
    with: chosen,
    place: 'path',
    kind: 'endpoint',
  })
  return isRequest(made) ? made : null
}

const requestsOf = ({ name, requests }: Template, rarity: Rarity): ExploitRequest[] => {
  const marked = requests
    .map((asked) => ({ asked, made: markedRequest(asked, name) }))
    .flatMap(({ asked, made }) =>
      made &&
      isTelling(made) &&
      rarity.request(made) &&
      (asked.shared_by <= max.sharing || made.with || made.says)
        ? [made]
        : [],
    )
  if (marked.length > 0) return marked.slice(0, max.requests)
  return requests.flatMap((asked) => bareRequest(asked, rarity) ?? []).slice(0, 2)
}

/** Facts of templates (tags/http-cve-templates.ndjson.gz) for what is known to be exploited. */
export const ofTemplates = (folder: string, exploited: ReadonlySet<string>, rarity: Rarity): Gathered[] =>
  rowsOf<Template>(folder, 'tags/http-cve-templates.ndjson.gz')
    .filter(({ cve }) => cve.some((one) => exploited.has(one)))
    .map((template) => {
      const { cve, vendor, product } = template
      const named = `${vendor ?? ''} ${(product ?? '').replace(/_?\\.*|_firmware/g, '')}`.trim()
      return {
        cves: cve,
        product: productOf(named || (template.name.split(/ - | [<(v]/)[0] ?? '')),
        requests: requestsOf(template, rarity),
      }
    })
