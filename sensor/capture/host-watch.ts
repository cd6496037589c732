import { lookup } from 'node:dns/promises'
import { keyOfEnds } from '../flows/ends-key.ts'
import type { HostFacts } from '../flows/whose.ts'
import { hostAddresses } from '../decoys/listeners/addresses.ts'
import { ownAddresses } from '../host.ts'
import { blockText, filterOf } from './filter.ts'
import { type HostSockets, readHostSockets } from './host-sockets.ts'

type Ports = Readonly<Record<'tcp' | 'udp', ReadonlySet<number>>>

export interface Watched {
  facts: HostFacts
  filter: string
  /** All that a port can be reached at, those of this machine alone among them. */
  addresses: readonly string[]
}

export interface HostWatch {
  /** Looks at the host as it is now. */
  look(wanted: Wanted): Promise<Watched>
  /** Whether another program listened there at the last look. */
  isTaken(port: number, transport: 'tcp' | 'udp'): boolean
}

export interface Wanted {
  excluded: readonly string[]
  networkPorts: readonly number[]
  /** Ports of our decoys. */
  decoys: Ports
}

/** Node 20 has no `difference`. */
const without = (all: ReadonlySet<number>, some: ReadonlySet<number>): Set<number> =>
  new Set([...all].filter((one) => !some.has(one)))

const none: Ports = { tcp: new Set(), udp: new Set() }

/** Who listens on this host, its addresses and the server's, looked at again and again: all three change while the agent runs. */
export function watchHost(server: URL, read: () => Promise<HostSockets> = readHostSockets): HostWatch {
  let taken = none
  let serverAddresses: string[] = []
  let before: Ports = none
  const port = Number(server.port || (server.protocol === 'https:' ? 443 : 80))

  async function findServer(): Promise<void> {
    const name = server.hostname.replace(/^\[|\]$/g, '')
    const found = await lookup(name, { all: true }).catch(() => [])
    // Without a name service the last addresses stand.
    if (found.length > 0) serverAddresses = found.map(({ address }) => address).sort()
  }

  return {
    isTaken: (at, transport) => taken[transport].has(at),
    async look({ excluded, networkPorts, decoys }) {
      const [sockets] = await Promise.all([read(), findServer()])
      taken = {
        tcp: without(sockets.listening.tcp, decoys.tcp),
        udp: without(sockets.listening.udp, decoys.udp),
      }
      const own = ownAddresses().sort()
      const network = new Set(networkPorts)
      // Sockets that ask for a name live for a moment: the filter names what was there twice, the gatherer knows all.
      const lasting = new Set([...taken.udp].filter((at) => before.udp.has(at)))
      before = taken
      const sorted = (ports: ReadonlySet<number>): number[] =>
        [...without(ports, network)].sort((a, b) => a - b)
      return {
        addresses: hostAddresses(),
        facts: {
          own: new Set(own),
          decoys,
          taken,
          network,
          connections: new Set(
            sockets.connections
              .filter(({ transport, destinationPort }) => !decoys[transport].has(destinationPort))
              .map(keyOfEnds),
          ),
        },
        filter: filterOf({
          server: { addresses: serverAddresses, port },
          excluded: excluded.filter((one) => blockText(one) !== null),
          own,
          taken: { tcp: sorted(taken.tcp), udp: sorted(lasting) },
        }),
      }
    },
  }
}
