import { addressText } from '#model/address-text.ts'
import { cutTo, ipv4Of, readNetwork } from '#model/address.ts'

/** What of this host's traffic is not the sensor's affair. */
export interface LeftOut {
  /** Addresses of the server, and its port. */
  server: { addresses: readonly string[]; port: number }
  /** Addresses and blocks of administrators. */
  excluded: readonly string[]
  own: readonly string[]
  /** Ports of this host on which other programs listen and that are not counted as `network`. */
  taken: { tcp: readonly number[]; udp: readonly number[] }
}

/**
 * The filter of the kernel (pcap-filter(7)): TCP, UDP and ICMP to and from this host, without the agent's own traffic, administrators,
 * other programs' ports, neighbour discovery and what is said to many. What needs to know who began stands in the gatherer.
 */
export function filterOf({ server, excluded, own, taken }: LeftOut): string {
  const parts = [
    '(tcp or udp or icmp or icmp6)',
    'not net 127.0.0.0/8 and not host ::1',
    'not ip multicast and not ip6 multicast and not host 255.255.255.255',
    // Router and neighbour discovery (RFC 4861): the wire talking to itself.
    'not (icmp6 and ip6[40] >= 133 and ip6[40] <= 137)',
  ]
  const ownHosts = blocks(own, 'net')
  // Forwarded for others.
  if (ownHosts) parts.push(ownHosts)
  const servers = blocks(server.addresses, 'net')
  if (servers) parts.push(`not (tcp port ${server.port} and ${servers})`)
  const administrators = blocks(excluded, 'net')
  if (administrators) parts.push(`not ${administrators}`)
  for (const transport of ['tcp', 'udp'] as const) {
    const ports = taken[transport].filter((port) => port > 0 && port < 65_536)
    if (ports.length === 0) continue
    // On our side only: answers that strangers' servers send to addresses forged as ours come from the same numbers.
    const there = (side: 'src' | 'dst'): string => {
      const hosts = blocks(own, `${side} net`)
      return `${hosts ? `${hosts} and ` : ''}${anyOf(`${transport} ${side} port`, ports)}`
    }
    parts.push(`not (${there('dst')})`, `not (${there('src')})`)
  }
  return parts.join(' and ')
}

/** Nothing but addresses reaches the filter's language. */
const blocks = (values: readonly string[], what: string): string =>
  anyOf(
    what,
    values.map(blockText).filter((text) => text !== null),
  )

/** `(net a or net b)`; empty without any. */
const anyOf = (what: string, values: readonly (string | number)[]): string =>
  values.length === 0 ? '' : `(${values.map((value) => `${what} ${value}`).join(' or ')})`

/** The address or block as the filter's language has it, with the bits behind the mask zero; null for anything else. */
export function blockText(value: string): string | null {
  const network = readNetwork(value.includes('/') ? value : `${value}/${value.includes(':') ? 128 : 32}`)
  if (!network) return null
  const isFour = ipv4Of(network.words) >= 0 && network.bits >= 96
  return `${addressText(cutTo(network.words, network.bits))}/${isFour ? network.bits - 96 : network.bits}`
}
