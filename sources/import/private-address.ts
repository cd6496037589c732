import { type AddressWords, isInside, readAddress, readNetwork } from '#model/address.ts'
import { reservedRange } from '#model/reserved.ts'

/** Ranges of IPv6 whose addresses hold one of IPv4, to which a translator or a tunnel leads, and how it is read of the four words. */
const holding: readonly { range: string; ipv4: (words: AddressWords) => number }[] = [
  // IPv4-compatible (RFC 4291 §2.5.5.1).
  { range: '::/96', ipv4: (words) => words[3] },
  // NAT64 (RFC 6052 §2.1).
  { range: '64:ff9b::/96', ipv4: (words) => words[3] },
  // 6to4 (RFC 3056 §2).
  { range: '2002::/16', ipv4: ([first, second]) => ((first << 16) | (second >>> 16)) >>> 0 },
]

/** Whether an address is not of the public internet, itself or as the one of IPv4 in it. */
export function isPrivateAddress(address: string): boolean {
  if (reservedRange(address) !== null) return true
  const words = readAddress(address)
  if (!words) return false
  return holding.some(({ range, ipv4 }) => {
    const network = readNetwork(range)
    return network !== null && isInside(words, network) && reservedRange([0, 0, 0xffff, ipv4(words)]) !== null
  })
}
