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

/** What people's browsers send; those of other makers and devices are made of the same words. */
const browsers = [
  'mozilla/5.0 (windows nt 10.0; win64; x64) applewebkit/537.36 (khtml, like gecko) chrome/140.0.0.0 safari/537.36 edg/140.0.0.0',
  'mozilla/5.0 (x11; linux x86_64; rv:140.0) gecko/20100101 firefox/140.0',
  'mozilla/5.0 (macintosh; intel mac os x 10_15_7) applewebkit/605.1.15 (khtml, like gecko) version/18.0 safari/605.1.15',
  'mozilla/5.0 (iphone; cpu iphone os 18_0 like mac os x) applewebkit/605.1.15 (khtml, like gecko) version/18.0 mobile/15e148 safari/604.1',
  'mozilla/5.0 (linux; android 10; k) applewebkit/537.36 (khtml, like gecko) samsungbrowser/28.0 chrome/140.0.0.0 mobile safari/537.36 opr/90.0.0.0',
  'mozilla/5.0 (ipad; cpu os 18_0 like mac os x) applewebkit/605.1.15 (khtml, like gecko) crios/140.0.0.0 mobile/15e148 safari/604.1',
  'mozilla/5.0 (windows nt 10.0; wow64; trident/7.0; rv:11.0) like gecko',
]

/** An agent that one organisation sends: one that browsers send, too, would make everybody claim to be it. */
export const isOwnAgent = (agent: string): boolean =>
  !browsers.some((browser) => browser.includes(agent.toLowerCase()))

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
