import { type AddressWords, ipv4Of } from './address.ts'

/** An IPv4 address as text: 192.0.2.1. */
export const quadText = (quad: number): string =>
  `${quad >>> 24}.${(quad >>> 16) & 255}.${(quad >>> 8) & 255}.${quad & 255}`

/** Eight groups as RFC 5952 wants them written, no quad among them. Made for millions of them. */
export function groupsText(groups: readonly number[]): string {
  const [start, length] = longestZeros(groups)
  let text = ''
  for (let at = 0; at < groups.length; at++) {
    if (at === start && length > 1) {
      text += '::'
      at += length - 1
    } else text += at === 0 || (at === start + length && length > 1) ? hex(groups[at]) : `:${hex(groups[at])}`
  }
  return text
}

const hex = (group = 0): string => group.toString(16)

/** The canonical text of an address: a dotted quad for those in ::ffff:0:0/96, RFC 5952 for the others. */
export function addressText(words: AddressWords): string {
  const quad = ipv4Of(words)
  if (quad >= 0) return quadText(quad)
  const [a, b, c, d] = words
  return groupsText([a >>> 16, a & 0xffff, b >>> 16, b & 0xffff, c >>> 16, c & 0xffff, d >>> 16, d & 0xffff])
}

/** The first of the longest runs of zero groups (RFC 5952 §4.2.3). */
function longestZeros(groups: readonly number[]): [number, number] {
  let [start, length] = [0, 0]
  for (let at = 0; at < groups.length; at++) {
    let run = 0
    while (groups[at + run] === 0) run++
    if (run > length) [start, length] = [at, run]
    at += run
  }
  return [start, length]
}
