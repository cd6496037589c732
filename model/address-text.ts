import { type AddressWords, ipv4Of } from './address.ts'

/** An IPv4 address as text: 192.0.2.1. */
export const quadText = (quad: number): string =>
  `${quad >>> 24}.${(quad >>> 16) & 255}.${(quad >>> 8) & 255}.${quad & 255}`

/** Eight groups as RFC 5952 wants them written, no quad among them. */
export function groupsText(groups: readonly number[]): string {
  const [start, length] = longestZeros(groups)
  const hex = groups.map((group) => group.toString(16))
  if (length < 2) return hex.join(':')
  return `${hex.slice(0, start).join(':')}::${hex.slice(start + length).join(':')}`
}

/** The canonical text of an address: a dotted quad for those in ::ffff:0:0/96, RFC 5952 for the others. */
export function addressText(words: AddressWords): string {
  const quad = ipv4Of(words)
  return quad >= 0 ? quadText(quad) : groupsText(words.flatMap((word) => [word >>> 16, word & 0xffff]))
}

/** The first of the longest runs of zero groups (RFC 5952 §4.2.3). */
function longestZeros(groups: readonly number[]): [number, number] {
  let best: [number, number] = [0, 0]
  for (let i = 0; i < groups.length; i++) {
    let run = 0
    while (groups[i + run] === 0) run++
    if (run > best[1]) best = [i, run]
    if (run > 0) i += run
  }
  return best
}
