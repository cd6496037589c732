import type { Behaviour } from '../behaviour.ts'
import { syn } from '../speak/syn.ts'
import { knock, several } from './tcp.ts'

const popular = [
  21, 22, 23, 25, 80, 110, 135, 139, 143, 443, 445, 993, 1433, 1723, 3306, 3389, 5432, 5900, 6379, 8080, 8443,
  9200, 27_017,
]

/** masscan: bare SYNs, identification made of address, port and sequence; never completes a handshake. */
export const masscan: Behaviour = {
  name: 'masscan',
  networks: ['hosting-cheap', 'hosting-offshore', 'hosting-asia', 'vpn-cloak'],
  addresses: 420,
  ipv6: 0,
  activeDays: [1, 5],
  day: (actor, midnight, random) =>
    several(random, 4, 24, () =>
      knock(actor, midnight, random, {
        port: random.pick(popular),
        syn: syn.masscan,
        ipId: 'masscan',
        outcome: random.pick(['none', 'reset']),
        ttl: 241,
      }),
    ),
}

/** ZMap: one port at a time, identification 54321. */
export const zmap: Behaviour = {
  name: 'zmap',
  networks: ['hosting-cloud', 'hosting-asia', 'hosting-cheap', 'university'],
  addresses: 380,
  ipv6: 0,
  activeDays: [1, 4],
  day(actor, midnight, random) {
    const port = random.pick([22, 80, 443, 2375, 5060, 5432, 8080, 8443, 11_434])
    return several(random, 6, 18, () =>
      knock(actor, midnight, random, { port, syn: syn.zmap, ipId: 54_321, outcome: 'none', ttl: 243 }),
    )
  },
}

/** Nmap SYN scan: small window, only an MSS, many ports of few hosts. */
export const nmap: Behaviour = {
  name: 'nmap',
  networks: ['broadband-eu', 'broadband-us', 'university', 'hosting-nordic'],
  addresses: 140,
  ipv6: 0.2,
  activeDays: [1, 2],
  day: (actor, midnight, random) =>
    several(random, 15, 40, () =>
      knock(actor, midnight, random, {
        port: random.int(1, 10_000),
        syn: syn.nmap,
        outcome: random.pick(['none', 'reset', 'reset']),
        ttl: random.int(37, 59),
      }),
    ),
}
