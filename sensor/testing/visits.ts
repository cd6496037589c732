import { ethernet } from '#packet/build/ethernet.ts'
import { ip } from '#packet/build/ip.ts'
import { type TcpSegment, tcp, udp } from '#packet/build/transport.ts'
import type { FlowEnds } from '../decoys/interface.ts'
import type { HostFacts } from '../flows/whose.ts'

/** Address of the sensor in claims about packets. */
export const here = '192.0.2.1'

/** A sensor with an SSH decoy, a foreign web server, and a name server whose visitors are counted. */
export const host: HostFacts = {
  own: new Set([here, '2001:db8::1']),
  decoys: { tcp: new Set([22]), udp: new Set([5060]) },
  taken: { tcp: new Set([443, 53]), udp: new Set([53]) },
  network: new Set([53]),
  connections: new Set(),
}

export const visit = (sourcePort: number, destinationPort = 22, source = '198.51.100.7'): FlowEnds => ({
  transport: 'tcp',
  source,
  sourcePort,
  destination: here,
  destinationPort,
})

/** A frame from the visitor (`in`) or back to it. */
export function frameOf(
  flow: FlowEnds,
  way: 'in' | 'out',
  { flags = 'A', payload = '', sequence = 1 }: Partial<TcpSegment> = {},
): Uint8Array {
  const [from, to] = way === 'in' ? [flow.source, flow.destination] : [flow.destination, flow.source]
  const [sourcePort, destinationPort] =
    way === 'in' ? [flow.sourcePort, flow.destinationPort] : [flow.destinationPort, flow.sourcePort]
  const segment =
    flow.transport === 'udp'
      ? udp({ sourcePort, destinationPort, payload })
      : tcp({ sourcePort, destinationPort, sequence, flags, payload })
  return ethernet(ip({ source: from, destination: to }, segment))
}
