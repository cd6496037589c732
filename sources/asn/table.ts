import { type AddressWords, ipv4Of } from '#model/address.ts'

/** Who announces an address. */
export interface Announcement {
  asn: number
  organization: string
}

/**
 * Sorted, non-overlapping ranges as columns over one buffer, searched in place: nothing is parsed when it is loaded.
 * IPv4 ranges are one word a bound, IPv6 ranges four words a bound, one after the other.
 */
export interface AsnTable {
  starts4: Uint32Array
  ends4: Uint32Array
  owners4: Uint32Array
  starts6: Uint32Array
  ends6: Uint32Array
  owners6: Uint32Array
  /** By owner: number, and where its UTF-8 name begins in `names` (one entry more than owners). */
  asns: Uint32Array
  nameStarts: Uint32Array
  names: Uint8Array
}

/** Last index whose start is not above `value`, -1 when all are. */
const floor4 = (starts: Uint32Array, value: number): number => {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((starts[middle] ?? 0) <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Order of the address at `index` of a four-word column against `words`. */
const compare6 = (column: Uint32Array, index: number, words: AddressWords): number => {
  const at = index * 4
  for (const word of [0, 1, 2, 3] as const) {
    const difference = (column[at + word] ?? 0) - words[word]
    if (difference !== 0) return difference
  }
  return 0
}

const floor6 = (starts: Uint32Array, words: AddressWords): number => {
  let low = 0
  let high = starts.length / 4
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare6(starts, middle, words) <= 0) low = middle + 1
    else high = middle
  }
  return low - 1
}

const ownerOf = (table: AsnTable, address: AddressWords): number => {
  const quad = ipv4Of(address)
  if (quad >= 0) {
    const index = floor4(table.starts4, quad)
    return index >= 0 && quad <= (table.ends4[index] ?? -1) ? (table.owners4[index] ?? -1) : -1
  }
  const index = floor6(table.starts6, address)
  return index >= 0 && compare6(table.ends6, index, address) >= 0 ? (table.owners6[index] ?? -1) : -1
}

const decoder = new TextDecoder()

/** A look-up over `table`: the announcement that covers an address, null when none does. Names are decoded once. */
export const searchAsn = (table: AsnTable): ((address: AddressWords) => Announcement | null) => {
  const decoded = new Map<number, Announcement>()
  return (address) => {
    const owner = ownerOf(table, address)
    if (owner < 0) return null
    const known = decoded.get(owner)
    if (known) return known
    const name = table.names.subarray(table.nameStarts[owner], table.nameStarts[owner + 1])
    const found = { asn: table.asns[owner] ?? 0, organization: decoder.decode(name) }
    decoded.set(owner, found)
    return found
  }
}
