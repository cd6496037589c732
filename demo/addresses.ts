import { demoNetworks, demoPrefixes } from '#model/demo-networks.ts'
import type { Random } from './random.ts'

/** Addresses of an invented network (model/demo-networks.ts); behaviours name networks by slug. */

function indexOf(slug: string): number {
  const index = demoNetworks.findIndex((network) => network.slug === slug)
  if (index < 0) throw new RangeError(`No demo network "${slug}"`)
  return index
}

function inIpv4(prefix: string, offset: number): string {
  const [a = 0, b = 0, c = 0, d = 0] = (prefix.split('/')[0] ?? '').split('.').map(Number)
  const value = ((a << 24) | (b << 16) | (c << 8) | d) + offset
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff).join('.')
}

/** A 198.18.0.0/15 or 240.0.0.0/4 address of the network. */
export function ipv4Of(slug: string, random: Random): string {
  const [benchmark, reserved] = demoPrefixes(indexOf(slug))
  return random.chance(0.35)
    ? inIpv4(benchmark, random.int(1, 4094))
    : inIpv4(reserved, random.int(1, 2 ** 23 - 2))
}

/** A 2001:db8::/32 address of the network, in canonical text (RFC 5952). */
export function ipv6Of(slug: string, random: Random): string {
  const base = Number.parseInt(demoPrefixes(indexOf(slug))[2].split(':')[2] || '0', 16)
  const third = (base + random.int(0, 0x7ff)).toString(16)
  const host = random.int(1, 0xffff).toString(16)
  return third === '0' ? `2001:db8::${host}` : `2001:db8:${third}::${host}`
}

/** A place with a sensor that listens on several addresses. */
export interface Site {
  sensor: string
  addresses: readonly string[]
}

const sensorPart = Number.parseInt(
  demoPrefixes(indexOf('sensor-hosting'))[2].split(':')[2] || '0',
  16,
).toString(16)

const ipv6 = Array.from({ length: 8 }, (_, at) => `2001:db8:${sensorPart}::${(16 + at).toString(16)}`)

/** Our vantage points: three sites with twelve IPv4 addresses each, in the documentation ranges; the last has eight IPv6 ones besides. */
export const sites: readonly Site[] = ['192.0.2', '198.51.100', '203.0.113'].map((range, site) => ({
  sensor: `demo-${site + 1}`,
  addresses: [
    ...Array.from({ length: 12 }, (_, at) => `${range}.${10 + at * 7}`),
    ...(site === 2 ? ipv6 : []),
  ],
}))

const everywhere = sites.flatMap(({ addresses }) => addresses)
export const sensors4 = everywhere.filter((address) => !address.includes(':'))
export const sensors6 = everywhere.filter((address) => address.includes(':'))
