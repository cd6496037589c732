import { readIpv4 } from '#model/address.ts'
import { refuse } from '#model/errors.ts'
import { reservedRange } from '#model/reserved.ts'
import { fromHex, toHex } from '#store/analytics/address.ts'

/**
 * Canonical text of an address a person typed or pasted; "[.]" and brackets are taken off. IPv4-mapped addresses are
 * IPv4. @throws Refusal 'invalid-address'
 */
export function canonicalAddress(text: string): string {
  // Most are written as they are shown.
  if (readIpv4(text) >= 0) return text
  const bare = text
    .trim()
    .replaceAll('[.]', '.')
    .replace(/^\[(.*)\]$/, '$1')
  const hex = bare.length <= 64 ? toHex(bare) : null
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
