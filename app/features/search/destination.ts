import ipaddr from 'ipaddr.js'
import type { AnalysisKind } from '#model/analysis.ts'
import { withoutSpaces } from '#model/address-spaces.ts'
import { canonicalCve } from '#model/cve.ts'
import type { SearchType } from '#model/search-type.ts'
import type { SearchDataset } from '#model/suggestion.ts'

/** Where what somebody typed into the search leads (specification §4). */
export type Destination =
  | { to: 'ip'; ip: string }
  | { to: 'cve'; cve: string }
  /** Several addresses or CVEs; the same ones as a query. */
  | { to: 'analysis'; kind: AnalysisKind; text: string; gnql: string }
  | { to: 'query'; gnql: string }
  /** The list of all that have these words. */
  | { to: 'cves' | 'tags'; search: string }
  | { to: 'refused'; error: 'searchEntitlementMissing' }

export interface Search {
  text: string
  dataset?: SearchDataset
  can: (type: SearchType) => boolean
}

/** Longest text looked at as an address; anything longer is a query. */
const maxDecoratedAddress = 512

/** How an address of the web begins, also where somebody made it harmless: what follows the host is a path. */
const scheme = /^h(?:tt|xx)ps?(?::|\[:\])\/\//i

/** Undoes what people wrap around addresses: hxxp://192[.]0[.]2[.]4/x, ip:192.0.2.4, [2001:db8::1]:443, quotes. */
function undecorated(text: string): string {
  return withoutSpaces(text)
    .replace(/^(?:ip:)+/i, '')
    .replaceAll(/\[(\.|:|dot)\]|\((\.|dot)\)/gi, (match) => (match.includes(':') ? ':' : '.'))
    .replace(/^"(.*)"$/, '$1')
    .replace(scheme, '')
    .replace(/[/?#].*$/, '')
    .replace(/^\[([^\]]+)\](?::\d{1,5})?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/, '$1')
}

const isBlock = (text: string): boolean => /\/\d{1,3}$/.test(text) && !scheme.test(text)

/** The canonical address a text stands for, or null. Zone ids, CIDRs and shortened IPv4 forms are not addresses. */
export function addressIn(text: string): string | null {
  if (text.length > maxDecoratedAddress || isBlock(text.trim()) || text.includes('%')) return null
  const bare = undecorated(text)
  // Of what is none the library makes an error: thousands of words of a text took the server 60 ms.
  if (/^\d+(\.\d+){3}$/.test(bare) && ipaddr.IPv4.isValidFourPartDecimal(bare)) return bare
  if (!bare.includes(':') || !ipaddr.IPv6.isValid(bare)) return null
  const parsed = ipaddr.IPv6.parse(bare)
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : parsed.toRFC5952String()
}

/** Words as lists of addresses and of CVEs are written: one behind the other, or with signs between. */
const wordsIn = (text: string): string[] => text.split(/[\s,;|]+/).filter(Boolean)

/** The addresses that a text lists and nothing beside, each once; none where it holds anything else. */
function listedAddresses(text: string): string[] {
  const found = new Set<string>()
  for (const word of wordsIn(text)) {
    const ip = addressIn(word)
    if (ip === null) return []
    found.add(ip)
  }
  return [...found]
}

/** Addresses that stand anywhere in a text, a line of a log for instance. */
export const addressesAmong = (text: string, max: number): string[] => {
  const found = new Set<string>()
  for (const word of text.slice(0, 4096).split(/[\s,;|"'()<>=]+/)) {
    const ip = addressIn(word.replace(/[.:]+$/, ''))
    if (ip !== null) found.add(ip)
    if (found.size === max) break
  }
  return [...found]
}

/** Fewer words than these beside an address may be meant as a query. */
const wordsOfLog = 5
/** Of the language: a field with a value, an operator. Times, names of programs ("sshd[7]:") and the "not" of a sentence are not. */
const ofQuery = /^[-(!]*[A-Za-z][\w.]*:[^\s:]|^(?:[Aa][Nn][Dd]|[Oo][Rr]|NOT|&&|\|\|)$/

/** The addresses in lines of a log: so many words, and none of a query, find nothing as one. */
function loggedAddresses(text: string): string[] {
  const words = text.split(/\s+/)
  // The first part of an IPv6 address may look like a field.
  const isQuery = words.some((word) => ofQuery.test(word) && !ipaddr.IPv6.isValid(word))
  return words.length < wordsOfLog || isQuery ? [] : addressesAmong(text, 1000)
}

/** "cve 2021 44228", "CVE_2021_44228": ids as people say them. */
const spokenCve = /^cve[\s_:–—-]*(\d{4})[\s_:–—-]+(\d{4,7})$/i

function cveIn(text: string): string | null {
  const [, year, number] = spokenCve.exec(text.trim()) ?? []
  return canonicalCve(year === undefined ? text : `CVE-${year}-${number}`)
}

/** The CVEs that a text lists and nothing beside. */
function listedCves(text: string): string[] {
  const ids = wordsIn(text).map(cveIn)
  return ids.includes(null) ? [] : [...new Set(ids.flatMap((id) => id ?? []))]
}

/** What is no query, and means one: the number of a network, a fingerprint. */
function queryFor(text: string): string {
  const [, asn] = /^as[\s-]?(\d{1,10})$/i.exec(text) ?? []
  if (asn !== undefined) return `asn:AS${asn}`
  if (/^[0-9a-f]{32}$/i.test(text)) return `ja3:${text.toLowerCase()} OR hassh:${text.toLowerCase()}`
  if (/^[qtd]\d\d[di]\d{4}[0-9a-z]{2}_[0-9a-f]{12}_[0-9a-f]{12}$/i.test(text)) return `ja4:${text}`
  return text
}

export function destinationOf({ text, dataset = 'ips', can }: Search): Destination {
  const refused = { to: 'refused', error: 'searchEntitlementMissing' } as const
  const typed = text.trim()
  if (dataset === 'tags') return can('tags') ? { to: 'tags', search: typed } : refused
  const listing = listedAddresses(typed)
  const ips = listing.length > 0 || dataset !== 'ips' ? listing : loggedAddresses(typed)
  const ip = addressIn(typed) ?? (ips.length === 1 ? ips[0] : undefined)
  if (ip !== undefined) return { to: 'ip', ip }
  const cve = cveIn(typed)
  if (cve !== null) return { to: 'cve', cve }
  if (dataset === 'cves' && !can('cves')) return refused
  const cves = listedCves(typed)
  if (dataset === 'cves' && cves.length === 0) return { to: 'cves', search: typed }
  const listed = `ip:${ips.join(',')}`
  if (ips.length > 1 && can('ips-bulk')) return { to: 'analysis', kind: 'ips', text: typed, gnql: listed }
  const anyCve = cves.map((id) => `cve:${id}`).join(' OR ')
  if (cves.length > 1 && can('cves-bulk')) return { to: 'analysis', kind: 'cves', text: typed, gnql: anyCve }
  const [first] = cves
  if (dataset === 'cves' && first !== undefined) return { to: 'cve', cve: first }
  if (!can('ips')) return refused
  if (cves.length > 1) return { to: 'query', gnql: anyCve }
  return { to: 'query', gnql: ips.length > 1 ? listed : queryFor(typed) }
}
