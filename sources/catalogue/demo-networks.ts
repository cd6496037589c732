import { type AddressWords, type Network, ipv4Of, isInside, readNetwork } from '#model/address.ts'
import { type DemoNetwork, type DemoPlace, demoNetworks, demoRanges } from '#model/demo-networks.ts'

export interface DemoFinding {
  network: DemoNetwork
  place: DemoPlace
  /** Reverse name of this address, "" when its network gives none. */
  rdns: string
}

const read = (ranges: readonly string[]): readonly Network[] =>
  ranges.map(readNetwork).filter((network) => network !== null)

const shared = read(demoRanges.shared)
const sensors = read(demoRanges.sensors)

/** `count` bits of the 128 after the first `skip`; count at most 16 and inside one word, as the demo ranges are. */
const bitsAfter = (address: AddressWords, skip: number, count: number): number => {
  const word = address[Math.floor(skip / 32) as 0 | 1 | 2 | 3] ?? 0
  return (word >>> (32 - (skip % 32) - count)) & ((1 << count) - 1)
}

/** FNV-1a over words: spreads neighbours, the same on every machine. */
const hash = (...words: number[]): number => {
  let value = 0x811c9dc5
  for (const word of words)
    for (const shift of [0, 8, 16, 24]) value = Math.imul(value ^ ((word >>> shift) & 0xff), 0x01000193) >>> 0
  return value
}

const networkOf = (address: AddressWords): DemoNetwork | undefined => {
  if (sensors.some((network) => isInside(address, network))) return demoNetworks.at(-1)
  const range = shared.find((network) => isInside(address, network))
  return range && demoNetworks[bitsAfter(address, range.bits, 5)]
}

/**
 * What the demo's invented world says about an address, null outside the demo ranges. The same address always gets
 * the same answer; neighbours (one /24, one /48; a /27 of a sensor range) stand in the same place.
 */
export const demoFinding = (address: AddressWords): DemoFinding | null => {
  const network = networkOf(address)
  if (!network) return null
  const quad = ipv4Of(address)
  const isSensor = network === demoNetworks.at(-1)
  const around =
    quad >= 0
      ? hash(quad >>> (isSensor ? 5 : 8))
      : hash(address[0], address[1] >>> 16, address[1] & 0xffff0000)
  const place = network.places[isSensor && quad >= 0 ? (quad >>> 5) & 7 : around % network.places.length]
  if (!place) return null
  const number = quad >= 0 ? quad % 16_777_216 : hash(...address) % 16_777_216
  return { network, place, rdns: network.rdns.replace('{n}', String(number)) }
}
