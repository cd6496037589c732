import type { AddressWords } from '#model/address.ts'
import type { MergedTable } from './merge.ts'

/** The combination that holds for an IPv4 number. */
export const search4 = ({ starts4, combinations4, heads4 }: MergedTable, quad: number): number => {
  const head = quad >>> 16
  let low = heads4[head] ?? 0
  let high = (heads4[head + 1] ?? 0) + 1
  // The last start that is not above: there always is one, the line begins at 0.
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if ((starts4[middle] ?? 0) <= quad) low = middle
    else high = middle
  }
  return combinations4[low] ?? 0
}

/** The combination that holds for an IPv6 address. */
export const search6 = ({ starts6, combinations6 }: MergedTable, words: AddressWords): number => {
  let low = 0
  let high = combinations6.length
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (notAbove(starts6, middle * 4, words)) low = middle
    else high = middle
  }
  return combinations6[low] ?? 0
}

const notAbove = (starts: Uint32Array, at: number, words: AddressWords): boolean => {
  for (const word of [0, 1, 2, 3] as const) {
    const difference = (starts[at + word] ?? 0) - words[word]
    if (difference !== 0) return difference < 0
  }
  return true
}
