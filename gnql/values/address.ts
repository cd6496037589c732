/**
 * Addresses and blocks as bounds of the one 128-bit space: 32 lower-case hex digits, IPv4 standing in
 * ::ffff:0:0/96 (RFC 4291 §2.5.5.2), so that text order is address order.
 */
export interface AddressRange {
  from: string
  to: string
}

const mappedPrefix = '00000000000000000000ffff'
export const mapped: AddressRange = { from: `${mappedPrefix}00000000`, to: `${mappedPrefix}ffffffff` }
const everything: AddressRange = { from: '0'.repeat(32), to: 'f'.repeat(32) }

const ipv4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/u
const ipv6Shape = /^[0-9a-f:.]{2,45}$/iu
const group = /^[0-9a-f]{1,4}$/iu
const block = /^([^/]+)\/(\d{1,3})$/u

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0')

/** Eight hex digits, or null; an octet with a leading zero is refused because readers disagree about it. */
function parseIPv4(text: string): string | null {
  const octets = ipv4.exec(text)
  if (!octets) return null
  let digits = ''
  for (const octet of octets.slice(1)) {
    const value = Number(octet)
    if (value > 255 || (octet.length > 1 && octet.startsWith('0'))) return null
    digits += hex(value, 2)
  }
  return digits
}

function parseGroups(text: string): string[] | null {
  if (text === '') return []
  const groups: string[] = []
  const parts = text.split(':')
  for (const [index, part] of parts.entries()) {
    if (group.test(part)) groups.push(part.toLowerCase().padStart(4, '0'))
    else {
      const tail = index === parts.length - 1 ? parseIPv4(part) : null
      if (tail === null) return null
      groups.push(tail.slice(0, 4), tail.slice(4))
    }
  }
  return groups
}

function parseIPv6(text: string): string | null {
  if (!ipv6Shape.test(text) || !text.includes(':')) return null
  const halves = text.split('::')
  if (halves.length > 2) return null
  const head = parseGroups(halves[0] ?? '')
  const tail = halves.length === 2 ? parseGroups(halves[1] ?? '') : []
  if (!head || !tail) return null
  // An embedded IPv4 address may only end the whole text (RFC 4291 §2.2).
  if (halves.length === 2 && halves[0]?.includes('.')) return null
  const missing = 8 - head.length - tail.length
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null
  return [...head, ...Array.from({ length: missing }, () => '0000'), ...tail].join('')
}

/** 32 hex digits of an IPv4 or IPv6 address, or null. */
export function parseAddress(text: string): string | null {
  const four = parseIPv4(text)
  return four === null ? parseIPv6(text) : mappedPrefix + four
}

const setBits = (digits: string, prefix: number, filler: '0' | 'f'): string => {
  const whole = Math.floor(prefix / 4)
  if (whole >= 32) return digits
  const free = 4 - (prefix % 4)
  const nibble = Number.parseInt(digits.charAt(whole), 16)
  const cut = filler === '0' ? (nibble >> free) << free : nibble | ((1 << free) - 1)
  return digits.slice(0, whole) + cut.toString(16) + filler.repeat(31 - whole)
}

/** Bounds of an address or CIDR block; bits after the prefix are ignored. An IPv6 block never holds IPv4 addresses
 * unless it lies within ::ffff:0:0/96, hence up to two ranges. Null when the text is neither. */
export function parseBlock(text: string): AddressRange[] | null {
  const parts = block.exec(text)
  const digits = parseAddress(parts?.[1] ?? text)
  if (digits === null) return null
  if (!parts) return [{ from: digits, to: digits }]
  const isFour = !text.includes(':')
  const bits = Number(parts[2]) + (isFour ? 96 : 0)
  if (bits > 128) return null
  return withoutMapped({ from: setBits(digits, bits, '0'), to: setBits(digits, bits, 'f') })
}

/** Takes the IPv4 addresses out of a range that reaches beyond them. */
function withoutMapped(range: AddressRange): AddressRange[] {
  if (range.from > mapped.to || range.to < mapped.from) return [range]
  if (range.from >= mapped.from && range.to <= mapped.to) return [range]
  const ranges: AddressRange[] = []
  if (range.from < mapped.from) ranges.push({ from: range.from, to: step(mapped.from, -1n) })
  if (range.to > mapped.to) ranges.push({ from: step(mapped.to, 1n), to: range.to })
  return ranges
}

const step = (digits: string, by: bigint): string =>
  (BigInt(`0x${digits}`) + by).toString(16).padStart(32, '0')
const isMapped = (digits: string): boolean => digits.startsWith(mappedPrefix)

/** Addresses between two ends of one family (an open end reaches to the family's end); null when they mix. */
export function parseSpan(
  from: { text: string; inclusive: boolean } | null,
  to: { text: string; inclusive: boolean } | null,
): AddressRange[] | null {
  const first = from && parseAddress(from.text)
  const last = to && parseAddress(to.text)
  if ((from && first === null) || (to && last === null)) return null
  if (first !== null && last !== null && isMapped(first) !== isMapped(last)) return null
  const family = isMapped(first ?? last ?? '') ? mapped : everything
  const low = first === null ? family.from : from?.inclusive ? first : after(first)
  const high = last === null ? family.to : to?.inclusive ? last : before(last)
  if (low === null || high === null || low > high) return []
  return withoutMapped({ from: low, to: high })
}

const after = (digits: string): string | null => (digits === everything.to ? null : step(digits, 1n))
const before = (digits: string): string | null => (digits === everything.from ? null : step(digits, -1n))

/** Whether the text is an IPv6 address or block; the lexer asks before it reads a colon as a field's. */
export const isIPv6Block = (text: string): boolean => text.includes(':') && parseBlock(text) !== null

/** The same for several addresses and blocks joined by commas, IPv4 among them too. */
export const isIPv6List = (text: string): boolean =>
  text.includes(':') && text.split(',').every((part) => parseBlock(part) !== null)
