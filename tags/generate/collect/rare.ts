import type { ExploitRequest } from '../exploits.ts'
import { rowsOf } from './shape.ts'

interface Template {
  requests: { path: string; body?: string }[]
}

/** What more templates than this ask for is no sign of one product. */
const few = 3

const segmentsOf = (path: string): string[] =>
  path
    .toLowerCase()
    .split('?', 1)[0]!
    .split('/')
    .filter((segment) => segment.length >= 5 && !segment.includes('*') && /[a-z]{3}/.test(segment))

const pairsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[&?\s]/)
    .filter((pair) => pair.length >= 5 && pair.includes('='))

/** What stands in every house: never a sign, however few templates ask for it. */
const everywhere =
  /^(login|logout|signin|admin|index|main|home|users?|upload|uploads|search|config|setup|install|register|profile|account|password|status|version|readme|robots|download|downloads|images?|files?|public|static|assets|console|server|system|settings|dashboard|check|debug|error|export|import|report|reports|query|graphql|actuator|health|token|session|sessions|events|command|message|messages|contact|hostname|dropoff|ping|test|info|data|view|cgi-bin|about|update|updates|resource|resources|media|assets|welcome|credentials|generate|verify|reset-?password|new-?password|change-?password|topics|jobs|goroutine|installer|authenticate|wp-[\w-]+|admin-(ajax|post)|xmlrpc)(\.\w{2,5})?$/

/** Tells what is rare enough to name one product: counted over all templates, with and without a CVE. */
export interface Rarity {
  /** What the path ends with is rare, long and no name made up for the occasion. */
  end(path: string): boolean
  /** Something in the request is rare: in its path, beside it, or the parameter's name. */
  request(request: ExploitRequest): boolean
  /** A probe for something else than a flaw asks for the path, too. */
  probed(path: string): boolean
}

export const rarityOf = (folder: string): Rarity => {
  const held = new Map<string, number>()
  const probes = rowsOf<Template>(folder, 'tags/http-probe-templates.ndjson.gz')
  for (const { requests } of [...rowsOf<Template>(folder, 'tags/http-cve-templates.ndjson.gz'), ...probes]) {
    const mine = requests.flatMap(({ path, body = '' }) => [
      ...segmentsOf(path),
      ...pairsOf(path),
      ...pairsOf(path).map((pair) => `${pair.split('=', 1)[0]}=`),
      ...pairsOf(body),
      ...pairsOf(body).map((pair) => `${pair.split('=', 1)[0]}=`),
    ])
    for (const text of new Set(mine)) held.set(text, (held.get(text) ?? 0) + 1)
  }
  const probed = new Set(
    probes.flatMap(({ requests }) =>
      requests.map(({ path }) => path.toLowerCase().split('?', 1)[0]!.replace(/\/$/, '')),
    ),
  )
  const isRare = (text: string): boolean => (held.get(text.toLowerCase()) ?? 0) <= few
  const path = (at: string): boolean =>
    segmentsOf(at).some((segment) => isRare(segment) && !everywhere.test(segment))
  const request = ({ path: at, with: beside = [], says = [], parameter = '' }: ExploitRequest): boolean =>
    path(at) ||
    [...beside, ...says].some((text) => text.length >= 10 && isRare(text)) ||
    (at.length > 5 && parameter.length >= 7 && isRare(`${parameter.replace(/=$/, '')}=`))
  const end = (at: string): boolean => {
    const last = at.split('/').at(-1) ?? ''
    const name = last.replace(/\.\w{2,5}$/, '')
    return name.length >= 7 && !/\d\D*\d\D*\d/.test(name) && path(`/${last}`)
  }
  return { end, request, probed: (at) => probed.has(at.toLowerCase().split('?', 1)[0]!.replace(/\/$/, '')) }
}
