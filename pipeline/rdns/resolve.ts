import { promises as dns } from 'node:dns'
import { readAddress } from '#model/address.ts'
import { reservedRange } from '#model/reserved.ts'
import { toHex } from '#store/analytics/address.ts'
import { hostName } from './name.ts'

export interface Found {
  state: 'confirmed' | 'other' | 'none' | 'failed'
  name: string
}

/** The two questions of the DNS that are asked; node:dns in the product. */
export interface Resolver {
  reverse(ip: string): Promise<string[]>
  forward(name: string, family: 4 | 6): Promise<string[]>
  /** Gives up everything that is under way. */
  cancel(): void
}

/** Names of one address that are looked at, and addresses of one name: an answer may hold hundreds. */
const limits = { names: 4, addresses: 64 }

/** `servers` as node:dns takes them ("127.0.0.1:53"); the system's without. A question is asked twice, two seconds each. */
export function openResolver(servers: readonly string[] = []): Resolver {
  const resolver = new dns.Resolver({ timeout: 2000, tries: 2 })
  if (servers.length > 0) resolver.setServers([...servers])
  return {
    // Not `reverse`, which says "none" when nobody answered.
    reverse: (ip) => resolver.resolvePtr(reverseZone(ip)),
    forward: (name, family) => (family === 4 ? resolver.resolve4(name) : resolver.resolve6(name)),
    cancel: () => resolver.cancel(),
  }
}

/** Errors that say "there is none"; all others say that nobody answered. */
const nothing = new Set(['ENOTFOUND', 'ENODATA'])

/** What nothing leaves the machine for: private, reserved and unreadable addresses. */
export const isAsked = (ip: string): boolean => readAddress(ip) !== null && reservedRange(ip) === null

/**
 * The reverse name of an address, and whether it leads back to it (PTR, then A or AAAA). Of several names one that is
 * confirmed counts, else the first by alphabet. Never throws.
 */
export async function reverseName(resolver: Resolver, ip: string): Promise<Found> {
  if (!isAsked(ip)) return { state: 'none', name: '' }
  let names: string[]
  try {
    names = await resolver.reverse(ip)
  } catch (error) {
    return { state: isNothing(error) ? 'none' : 'failed', name: '' }
  }
  const [...known] = new Set(names.slice(0, 100).flatMap((name) => hostName(name) ?? []))
  const sound = known.sort().slice(0, limits.names)
  let failed = false
  for (const name of sound) {
    try {
      const addresses = await resolver.forward(name, ip.includes(':') ? 6 : 4)
      if (addresses.slice(0, limits.addresses).some((address) => toHex(address) === toHex(ip)))
        return { state: 'confirmed', name }
    } catch (error) {
      failed ||= !isNothing(error)
    }
  }
  const [first] = sound
  if (first === undefined) return { state: 'none', name: '' }
  // Without an answer nobody can say that it does not lead back.
  return { state: failed ? 'failed' : 'other', name: first }
}

/** "1.2.0.192.in-addr.arpa" (RFC 1035 §3.5), nibbles under ip6.arpa (RFC 3596 §2.5). */
function reverseZone(ip: string): string {
  const hex = toHex(ip) ?? ''
  if (!ip.includes(':')) return `${ip.split('.').toReversed().join('.')}.in-addr.arpa`
  return `${hex.split('').toReversed().join('.')}.ip6.arpa`
}

const isNothing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && nothing.has(String(error.code))
