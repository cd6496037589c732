import ipaddr from 'ipaddr.js'
import { canonicalCve } from '#model/cve.ts'

/** Where what somebody typed into the search field leads. */
export type Destination =
  | { to: 'ip'; ip: string }
  | { to: 'cve'; cve: string }
  | { to: 'query'; gnql: string }

/** Longest text looked at as an address; anything longer is a query. */
const maxDecoratedAddress = 512

/** Undoes what people wrap around addresses: hxxp://192[.]0[.]2[.]4/x, ip:192.0.2.4, [2001:db8::1]:443, quotes. */
function undecorated(text: string): string {
  return text
    .trim()
    .replace(/^ip:\s*/i, '')
    .replaceAll(/\[(\.|:|dot)\]|\((\.|dot)\)/gi, (match) => (match.includes(':') ? ':' : '.'))
    .replace(/^"(.*)"$/, '$1')
    .replace(/^h(?:tt|xx)ps?(?::|\[:\])\/\//i, '')
    .replace(/[/?#].*$/, '')
    .replace(/^\[([^\]]+)\](?::\d{1,5})?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/, '$1')
}

/** The canonical address a text stands for, or null. Zone ids, CIDRs and shortened IPv4 forms are not addresses. */
function addressIn(text: string): string | null {
  if (text.length > maxDecoratedAddress || /\/\d{1,3}$/.test(text.trim()) || text.includes('%')) return null
  const bare = undecorated(text)
  if (ipaddr.IPv4.isValidFourPartDecimal(bare)) return bare
  if (!bare.includes(':') || !ipaddr.IPv6.isValid(bare)) return null
  const parsed = ipaddr.IPv6.parse(bare)
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : parsed.toRFC5952String()
}

export function destinationOf(text: string): Destination {
  const cve = canonicalCve(text)
  if (cve !== null) return { to: 'cve', cve }
  const ip = addressIn(text)
  return ip === null ? { to: 'query', gnql: text.trim() } : { to: 'ip', ip }
}
