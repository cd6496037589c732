import { BlockList, isIP, isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { addressBytes } from '#packet/build/address.ts'

const mapped = '::ffff:'

/** IPv4 inside IPv6 as IPv4, and no zone. */
export const plainAddress = (address: string): string => {
  const bare = address.split('%')[0]!
  return bare.startsWith(mapped) && isIPv4(bare.slice(mapped.length)) ? bare.slice(mapped.length) : bare
}

/**
 * The network that an address counts for: its first bytes of IPv4, all of them unless told otherwise, and its /64 of IPv6, since who has
 * one such address has all of those.
 */
export const networkOf = (address: string, bytesOfIpv4 = 4): string => {
  const bytes = addressBytes(address)
  return Buffer.from(bytes.subarray(0, bytes.length === 4 ? bytesOfIpv4 : 8)).toString('latin1')
}

const family = (address: string): 'ipv4' | 'ipv6' => (isIPv4(address) ? 'ipv4' : 'ipv6')

/** Whether an address is one of these addresses and blocks; what is neither is passed over. */
export function among(list: readonly string[]): (address: string) => boolean {
  const blocks = new BlockList()
  for (const entry of list) {
    const [address = '', bits] = entry.split('/')
    if (isIP(address) === 0) continue
    const widest = isIPv4(address) ? 32 : 128
    const length = bits === undefined ? widest : Number(bits)
    if (Number.isInteger(length) && length >= 0 && length <= widest)
      blocks.addSubnet(address, length, family(address))
  }
  return (address) => blocks.check(address, family(address))
}

/** Addresses of this host, in the same order every time: a datagram's answer must come from the one that was asked, and its flow must name it. */
export const hostAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .map(({ address }) => address)
    .filter((address) => !address.toLowerCase().startsWith('fe80:'))
    .sort()
