/**
 * Addresses as numbers, for tables that are searched: 128 bits as four unsigned 32-bit words, most significant first.
 * IPv4 stands in ::ffff:0:0/96, so that 192.0.2.1 and ::ffff:192.0.2.1 are one address. How stores write addresses
 * is their own business (store/analytics).
 */
export type AddressWords = readonly [number, number, number, number]

const mapped = 0xffff

/** An IPv4 dotted quad as an unsigned number, or -1. Strict: four decimal parts without leading zeros (RFC 6943 §3.1.1). */
export const readIpv4 = (text: string): number => {
  let value = 0
  let part = -1
  let parts = 0
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 46
    if (code === 46) {
      if (part < 0 || ++parts > 4) return -1
      value = value * 256 + part
      part = -1
    } else if (code >= 48 && code <= 57 && part !== 0) {
      part = (part < 0 ? 0 : part * 10) + code - 48
      if (part > 255) return -1
    } else return -1
  }
  return parts === 4 ? value : -1
}

const hexGroup = /^[0-9a-f]{1,4}$/i

/** Groups of one side of "::", an IPv4 tail turned into two groups; null when a group is not one. */
const readGroups = (text: string, last: boolean): number[] | null => {
  if (text === '') return []
  const parts = text.split(':')
  const groups: number[] = []
  for (const [index, part] of parts.entries()) {
    if (hexGroup.test(part)) groups.push(Number.parseInt(part, 16))
    else {
      const quad = last && index === parts.length - 1 ? readIpv4(part) : -1
      if (quad < 0) return null
      groups.push(quad >>> 16, quad & 0xffff)
    }
  }
  return groups
}

/** RFC 4291 §2.2 text of an IPv6 address, without a zone. */
const readIpv6 = (text: string): AddressWords | null => {
  if (text.length > 45) return null
  const halves = text.split('::')
  if (halves.length > 2) return null
  const head = readGroups(halves[0] ?? '', halves.length === 1)
  const tail = halves.length === 2 ? readGroups(halves[1] ?? '', true) : []
  if (!head || !tail) return null
  const missing = 8 - head.length - tail.length
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null
  const groups = [...head, ...Array.from({ length: missing }, () => 0), ...tail]
  const word = (index: number): number => (groups[index * 2] ?? 0) * 65_536 + (groups[index * 2 + 1] ?? 0)
  return [word(0), word(1), word(2), word(3)]
}

/** The address in `text`, or null when it is none. Never throws. */
export const readAddress = (text: string): AddressWords | null => {
  const quad = readIpv4(text)
  return quad >= 0 ? [0, 0, mapped, quad] : readIpv6(text)
}

/** The IPv4 number of an address in ::ffff:0:0/96, or -1. */
export const ipv4Of = (words: AddressWords): number =>
  words[0] === 0 && words[1] === 0 && words[2] === mapped ? words[3] : -1

export interface Network {
  words: AddressWords
  /** Prefix length over the 128 bits: 96 + n for IPv4. */
  bits: number
}

/** "192.0.2.0/24" or "2001:db8::/32" as words; null when it is not a network. Host bits are cut. */
export const readNetwork = (cidr: string): Network | null => {
  const slash = cidr.indexOf('/')
  const address = readAddress(slash < 0 ? cidr : cidr.slice(0, slash))
  if (!address) return null
  const v4 = !cidr.includes(':')
  const length = slash < 0 ? (v4 ? 32 : 128) : Number(cidr.slice(slash + 1))
  if (!Number.isInteger(length) || length < 0 || length > (v4 ? 32 : 128)) return null
  const bits = v4 ? 96 + length : length
  return { words: cutTo(address, bits), bits }
}

/** The address with zeros behind its first `bits` bits (over the 128). */
export const cutTo = (address: AddressWords, bits: number): AddressWords => {
  const cut = (index: 0 | 1 | 2 | 3): number => (address[index] & maskOf(bits - index * 32)) >>> 0
  return [cut(0), cut(1), cut(2), cut(3)]
}

/** The mask of one 32-bit word when `bits` of the prefix reach into it. */
const maskOf = (bits: number): number =>
  bits <= 0 ? 0 : bits >= 32 ? 0xffffffff : (0xffffffff << (32 - bits)) >>> 0

export const isInside = (address: AddressWords, network: Network): boolean => {
  for (const index of [0, 1, 2, 3] as const) {
    const mask = maskOf(network.bits - index * 32)
    if ((address[index] & mask) >>> 0 !== network.words[index]) return false
  }
  return true
}
