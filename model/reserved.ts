import {
  type AddressWords,
  cutTo,
  ipv4Of,
  isInside,
  type Network,
  readAddress,
  readNetwork,
} from './address.ts'

/**
 * Ranges that belong to nobody on the public internet, for the page that says so. From the IANA special-purpose
 * registries (RFC 6890 and its updates), multicast and the classes never assigned.
 */
export interface ReservedRange {
  range: string
  name: string
  /** Where the reservation is written down. */
  reference: string
}

export const reservedRanges: readonly ReservedRange[] = [
  { range: '0.0.0.0/8', name: 'This network', reference: 'RFC 791' },
  { range: '10.0.0.0/8', name: 'Private use', reference: 'RFC 1918' },
  { range: '100.64.0.0/10', name: 'Shared address space of carriers', reference: 'RFC 6598' },
  { range: '127.0.0.0/8', name: 'Loopback', reference: 'RFC 1122' },
  { range: '169.254.0.0/16', name: 'Link local', reference: 'RFC 3927' },
  { range: '172.16.0.0/12', name: 'Private use', reference: 'RFC 1918' },
  { range: '192.0.0.0/24', name: 'Protocol assignments', reference: 'RFC 6890' },
  { range: '192.0.2.0/24', name: 'Documentation (TEST-NET-1)', reference: 'RFC 5737' },
  { range: '192.88.99.0/24', name: 'Former 6to4 relays', reference: 'RFC 7526' },
  { range: '192.168.0.0/16', name: 'Private use', reference: 'RFC 1918' },
  { range: '198.18.0.0/15', name: 'Benchmarking', reference: 'RFC 2544' },
  { range: '198.51.100.0/24', name: 'Documentation (TEST-NET-2)', reference: 'RFC 5737' },
  { range: '203.0.113.0/24', name: 'Documentation (TEST-NET-3)', reference: 'RFC 5737' },
  { range: '224.0.0.0/4', name: 'Multicast', reference: 'RFC 5771' },
  { range: '255.255.255.255/32', name: 'Limited broadcast', reference: 'RFC 919' },
  { range: '240.0.0.0/4', name: 'Reserved for future use', reference: 'RFC 1112' },
  { range: '::/128', name: 'Unspecified address', reference: 'RFC 4291' },
  { range: '::1/128', name: 'Loopback', reference: 'RFC 4291' },
  { range: '64:ff9b:1::/48', name: 'Local-use translation', reference: 'RFC 8215' },
  { range: '100::/64', name: 'Discard only', reference: 'RFC 6666' },
  { range: '2001:2::/48', name: 'Benchmarking', reference: 'RFC 5180' },
  { range: '2001:10::/28', name: 'Former ORCHID', reference: 'RFC 4843' },
  { range: '2001:20::/28', name: 'ORCHIDv2', reference: 'RFC 7343' },
  { range: '2001:db8::/32', name: 'Documentation', reference: 'RFC 3849' },
  { range: '3fff::/20', name: 'Documentation', reference: 'RFC 9637' },
  { range: '5f00::/16', name: 'Segment routing identifiers', reference: 'RFC 9602' },
  { range: 'fc00::/7', name: 'Unique local', reference: 'RFC 4193' },
  { range: 'fe80::/10', name: 'Link local', reference: 'RFC 4291' },
  { range: 'fec0::/10', name: 'Former site local', reference: 'RFC 3879' },
  { range: 'ff00::/8', name: 'Multicast', reference: 'RFC 4291' },
]

const networks: readonly { network: Network; reserved: ReservedRange }[] = reservedRanges.flatMap(
  (reserved) => {
    const network = readNetwork(reserved.range)
    return network ? [{ network, reserved }] : []
  },
)

/** The reserved range around an address (the narrowest where they nest), null for an ordinary or unreadable one. */
export const reservedRange = (ip: string | AddressWords): ReservedRange | null => {
  const address = typeof ip === 'string' ? readAddress(ip) : ip
  if (!address) return null
  return networks.find(({ network }) => isInside(address, network))?.reserved ?? null
}

/** The ranges that an address may lie in whose first eight bits these are: of IPv4, and of IPv6 after them. */
const byFirstBits: readonly (readonly Network[])[] = Array.from({ length: 512 }, (_, at) => {
  const isIpv4 = at < 256
  const first = (at % 256) * 2 ** 24
  const words: AddressWords = isIpv4 ? [0, 0, 0xffff, first] : [first, 0, 0, 0]
  return networks.flatMap(({ network }) => {
    if (ipv4Of(network.words) >= 0 !== isIpv4) return []
    const bits = Math.min(network.bits, isIpv4 ? 104 : 8)
    return isInside(words, { words: cutTo(network.words, bits), bits }) ? [network] : []
  })
})

function inRange(words: AddressWords, bits: number, ranges: readonly Network[] = []): boolean {
  for (const range of ranges) if (range.bits <= bits && isInside(words, range)) return true
  return false
}

/** Whether an address, or all of a network of so many bits, lies in a reserved range. Made for millions of them. */
export const isReserved = (words: AddressWords, bits = 128): boolean => {
  const quad = ipv4Of(words)
  return inRange(words, bits, byFirstBits[quad >= 0 ? quad >>> 24 : 256 + (words[0] >>> 24)])
}

/** The same for an IPv4 address as a number. */
export const isReservedQuad = (quad: number): boolean => {
  const ranges = byFirstBits[quad >>> 24]
  return ranges !== undefined && ranges.length > 0 && inRange([0, 0, 0xffff, quad], 128, ranges)
}
