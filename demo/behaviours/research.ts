import type { Behaviour } from '../behaviour.ts'
import { visit } from '../speak/http.ts'
import { syn } from '../speak/syn.ts'
import { alert, clientHello, hellos } from '../speak/tls.ts'
import { hostOf } from '../targets.ts'
import { knock, several } from './tcp.ts'

const hello = (random: Parameters<Behaviour['day']>[2], shape: keyof typeof hellos) => () => [
  { from: 'source' as const, bytes: clientHello(hellos[shape], random.bytes(32)) },
  { from: 'destination' as const, bytes: alert },
]

/** Measures the whole net, says who it is and why; reverse names and ranges agree. */
export const research: Behaviour = {
  name: 'research',
  networks: ['research-scanner', 'internet-census', 'rating-scanner'],
  addresses: 240,
  ipv6: 0.2,
  activeDays: [8, 28],
  day: (actor, midnight, random) =>
    several(random, 2, 6, () => {
      if (random.chance(0.5))
        return knock(actor, midnight, random, {
          port: random.pick([443, 8443, 993, 5671]),
          syn: syn.linux,
          turns: hello(random, 'go'),
        })
      const userAgent = 'Mozilla/5.0 (compatible; ExampleResearch/1.0; +https://scanner.research.example)'
      return knock(actor, midnight, random, {
        port: 80,
        syn: syn.linux,
        turns: (destination) => visit({ uri: '/', userAgent, host: hostOf(destination, 80) }, '200 OK'),
      })
    }),
}

/** TLS inventory from rented machines: no name, one fingerprint each. */
export const tlsScanner: Behaviour = {
  name: 'tls-scanner',
  networks: ['hosting-cloud', 'hosting-nordic', 'hosting-canada', 'vpn-cloak'],
  addresses: 300,
  ipv6: 0.3,
  activeDays: [1, 6],
  day(actor, midnight, random) {
    const shape = random.pick(['go', 'openssl', 'legacy'] as const)
    return several(random, 2, 9, () =>
      knock(actor, midnight, random, {
        port: random.pick([443, 8443, 10_443, 4443]),
        syn: syn.linux,
        turns: hello(random, shape),
      }),
    )
  },
}
