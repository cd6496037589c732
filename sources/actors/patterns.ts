import { getDomain } from 'tldts'
import { toBounds } from '#store/analytics/address.ts'

/**
 * The few patterns that lists of crawlers use, read as the plain texts they stand for; anything else is null and not
 * guessed at, because a pattern from outside is never run.
 */

const plain = /^[a-z0-9 _./,:;()+@-]+$/i

/** "bingbot|adidxbot" → its words. Dots, slashes and brackets may be escaped. */
export function alternatives(pattern: string): string[] | null {
  const words = pattern.split('|').map((part) => part.replaceAll(/\\([./()+-])/g, '$1'))
  return words.every((part) => part.length >= 4 && plain.test(part)) ? words : null
}

/** "(^|\.)crawl\.baidu\.(com|jp)$" → its domains. */
export function domainsOf(pattern: string): string[] | null {
  const body = /^\(\^\|\\\.\)(.+)\$$/.exec(pattern)?.[1]
  const [, head, choices, rest] =
    /^((?:[a-z0-9-]|\\\.)*)(?:\(([a-z0-9|-]+)\))?((?:[a-z0-9-]|\\\.)*)$/.exec(body ?? '') ?? []
  if (head === undefined) return null
  const ends = choices === undefined ? [''] : choices.split('|')
  const domains = ends.map((end) => `${head}${end}${rest ?? ''}`.replaceAll('\\.', '.').toLowerCase())
  return domains.every(isOwnDomain) ? domains : null
}

/** A domain that one organisation has: under a public suffix ("com", "co.uk", "github.io") the names are anybody's. */
export const isOwnDomain = (domain: string): boolean =>
  /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domain) && getDomain(domain, { allowPrivateDomains: true }) !== null

/** Addresses of the widest range that one organisation has: an IPv4 /8, an IPv6 /16. A wider one would prove the world benign. */
const widest = { ipv4: 1n << 24n, ipv6: 1n << 112n }
/** Where IPv4 lies among the addresses, however a range that reaches there is written. */
const ipv4 = { from: 0xffff_0000_0000n, to: 0xffff_ffff_ffffn }

/** "192.0.2.0/24", "2001:db8::/32" or a single address, and no wider than one organisation's network can be. */
export function isOwnRange(range: string): boolean {
  const bounds = toBounds(range)
  if (!bounds) return false
  const [from, to] = [BigInt(`0x${bounds.from}`), BigInt(`0x${bounds.to}`)]
  const maxWidth = from <= ipv4.to && to >= ipv4.from ? widest.ipv4 : widest.ipv6
  return to - from < maxWidth
}
