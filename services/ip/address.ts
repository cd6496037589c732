import { refuse } from '#model/errors.ts'
import { fromHex, toHex } from '#store/analytics/address.ts'

/**
 * Canonical text of an address a person typed or pasted; "[.]" and brackets are taken off. IPv4-mapped addresses are
 * IPv4. @throws Refusal 'invalid-address'
 */
export function canonicalAddress(text: string): string {
  const bare = text
    .trim()
    .replaceAll('[.]', '.')
    .replace(/^\[(.*)\]$/, '$1')
  const hex = bare.length <= 64 ? toHex(bare) : null
  if (hex === null) throw refuse('invalid-address', `"${text.slice(0, 64)}" is not an IPv4 or IPv6 address.`)
  return fromHex(hex)
}
