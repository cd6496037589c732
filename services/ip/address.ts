import { readIpv4 } from '#model/address.ts'
import { withoutSpaces } from '#model/address-spaces.ts'
import { refuse } from '#model/errors.ts'
import { reservedRange } from '#model/reserved.ts'
import { fromHex, toHex } from '#store/analytics/address.ts'

/** No address with all that people set around it is longer. */
const maxTyped = 256

/** Spaces, brackets and "ip:", however often, are taken off. Behind "[2001:db8::1]" a port may follow, which is no address. */
function bareOf(text: string): string {
  const address = withoutSpaces(text)
    .replaceAll(/\[([.:])\]/g, '$1')
    .replace(/^(?:\[?ip:)+/i, '')
    .replace(/^\[?([^\]]*)\]$/, '$1')
  return address.includes(':') ? address : address.replaceAll(/[[\]]/g, '')
}

/**
 * Canonical text of an address a person typed or pasted. IPv4-mapped addresses are IPv4.
 * @throws Refusal 'invalid-address'
 */
export function canonicalAddress(text: string): string {
  // Most are written as they are shown.
  if (readIpv4(text) >= 0) return text
  const hex = text.length <= maxTyped ? toHex(bareOf(text)) : null
  if (hex === null) throw refuse('invalid-address', `"${text.slice(0, 64)}" is not an IPv4 or IPv6 address.`)
  return fromHex(hex)
}

/** Whether a text names an address of the public internet: look-ups of others are no search (docs/plans.md). */
export function isPublic(text: string): boolean {
  try {
    return reservedRange(canonicalAddress(text)) === null
  } catch {
    return false
  }
}
