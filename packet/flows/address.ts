import { groupsText } from '#model/address-text.ts'

/** Canonical text of an address in bytes: dotted quad for 4, RFC 5952 for 16 (IPv4-mapped ones in mixed form, §5). */
export function addressText(b: Uint8Array, at: number, length: number): string {
  return length === 4 ? dotted(b, at) : colons(b, at)
}

const dotted = (b: Uint8Array, at: number): string => `${b[at]}.${b[at + 1]}.${b[at + 2]}.${b[at + 3]}`

function colons(b: Uint8Array, at: number): string {
  const groups: number[] = []
  for (let i = 0; i < 16; i += 2) groups.push((b[at + i]! << 8) | b[at + i + 1]!)
  if (groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0)) {
    return `::ffff:${dotted(b, at + 12)}`
  }
  return groupsText(groups)
}
