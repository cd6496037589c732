import ipaddr from 'ipaddr.js'
import { parseAddress } from '#gnql/values/address.ts'

/**
 * The one place that maps addresses. The store has a single IPv6 column type: IPv4 stands in it as ::ffff:a.b.c.d
 * (RFC 4291 §2.5.5.2), the wire shows dotted quads, and predicates carry 32 hex digits of the 128 bits.
 */

const mappedPrefix = '00000000000000000000ffff'

/**
 * Any spelling of an address → 32 lower-case hex digits; null when it is none. One parser for the language and the
 * store; ipaddr.js only prints, because it reads the deprecated ::192.0.2.1 as if it were ::ffff:192.0.2.1.
 */
export const toHex = (text: string): string | null => parseAddress(text)

/** 32 hex digits → text as shown: dotted quad for IPv4, RFC 5952 for IPv6. */
export function fromHex(hex: string): string {
  if (!/^[0-9a-f]{32}$/.test(hex)) throw new RangeError('An address is 32 lower-case hex digits.')
  // Ten thousand of them are printed for one page.
  if (hex.startsWith(mappedPrefix)) {
    const quad = Number.parseInt(hex.slice(24), 16)
    return `${quad >>> 24}.${(quad >>> 16) & 255}.${(quad >>> 8) & 255}.${quad & 255}`
  }
  return new ipaddr.IPv6([...Buffer.from(hex, 'hex')]).toRFC5952String()
}

const mappedText = '::ffff:'
const octet = '(?:\\d|[1-9]\\d|1\\d\\d|2[0-4]\\d|25[0-5])'
const printedIpv4 = new RegExp(`^${mappedText}(?:${octet}\\.){3}${octet}$`)

/** As the engine prints an IPv6 column ("::ffff:192.0.2.1") → text as shown. */
export function fromColumn(text: string): string {
  // Most are IPv4, which the engine prints as it is shown.
  if (printedIpv4.test(text)) return text.slice(mappedText.length)
  const hex = toHex(text)
  if (hex === null) throw new RangeError('The engine printed something that is no address.')
  return fromHex(hex)
}

/** Text as the engine reads it into an IPv6 column. */
export function toColumn(text: string): string {
  const hex = toHex(text)
  if (hex === null) throw new RangeError('Not an address.')
  return hexToColumn(hex)
}

/** 32 hex digits as the engine reads them into an IPv6 column: eight groups, no abbreviation. */
export const hexToColumn = (hex: string): string => (hex.match(/.{4}/g) ?? []).join(':')

/** Inclusive bounds of a block, 32 hex digits each. */
export interface Bounds {
  from: string
  to: string
}

/**
 * "192.0.2.0/24", "2001:db8::/32" or a single address → bounds; host bits may be set. null when it is neither.
 * IPv4 prefixes count from 96. An IPv6 block matches IPv4 only when it lies inside ::ffff:0:0/96: "::/0" means
 * every IPv6 address, see `ipv6Parts`.
 */
export function toBounds(text: string): Bounds | null {
  const slash = text.indexOf('/')
  const base = toHex(slash < 0 ? text : text.slice(0, slash))
  if (base === null) return null
  const isIpv4 = !text.slice(0, slash < 0 ? undefined : slash).includes(':')
  const written = slash < 0 ? (isIpv4 ? '32' : '128') : text.slice(slash + 1)
  if (!/^(0|[1-9]\d{0,2})$/.test(written)) return null
  const length = Number(written)
  if (length > (isIpv4 ? 32 : 128)) return null
  const mask = (1n << BigInt(128 - (isIpv4 ? length + 96 : length))) - 1n
  const number = BigInt(`0x${base}`)
  return { from: digits(number & ~mask & full), to: digits(number | mask) }
}

const full = (1n << 128n) - 1n
const digits = (number: bigint): string => number.toString(16).padStart(32, '0')
const mappedFrom = `${mappedPrefix}00000000`
const mappedTo = `${mappedPrefix}ffffffff`

/**
 * The bounds without IPv4: an IPv6 block that holds ::ffff:0:0/96 and more splits around it. Bounds inside it
 * (every IPv4 block, and IPv6 ones written as ::ffff:…/96 and longer) stay as they are.
 */
export function withoutIpv4({ from, to }: Bounds): Bounds[] {
  if (from > mappedTo || to < mappedFrom || (from >= mappedFrom && to <= mappedTo)) return [{ from, to }]
  const parts: Bounds[] = []
  if (from < mappedFrom) parts.push({ from, to: digits(BigInt(`0x${mappedFrom}`) - 1n) })
  if (to > mappedTo) parts.push({ from: digits(BigInt(`0x${mappedTo}`) + 1n), to })
  return parts
}
