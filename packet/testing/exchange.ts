import { ethernet } from '../build/ethernet.ts'
import { ip } from '../build/ip.ts'
import type { TimedFrame } from '../build/pcap.ts'
import { icmp, tcp, udp } from '../build/transport.ts'

export const client = '198.51.100.7'
export const server = '203.0.113.9'
export const start = Date.UTC(2026, 0, 2, 3, 4, 5)

export interface Exchange {
  source?: string
  destination?: string
  sourcePort?: number
  destinationPort?: number
  sourceIsn?: number
  destinationIsn?: number
  /** Bytes of payload a segment carries at most. */
  segment?: number
  at?: number
  vlans?: number[]
  /** Leave the two SYNs and the ACK out: a capture that began in the middle. */
  midStream?: boolean
}

/** A whole TCP connection, 1 ms a packet: handshake, the client's bytes, the server's bytes, FIN both ways. */
export function connection(request: string, response: string, shape: Exchange = {}): TimedFrame[] {
  const { source = client, destination = server, sourcePort = 40_000, destinationPort = 80 } = shape
  const { segment = 1000, vlans = [], midStream = false } = shape
  const frames: TimedFrame[] = []
  let at = shape.at ?? start
  const next = { client: shape.sourceIsn ?? 1000, server: shape.destinationIsn ?? 9000 }
  const send = (from: 'client' | 'server', flags: string, payload = '') => {
    const out = from === 'client'
    const bytes = tcp({
      sourcePort: out ? sourcePort : destinationPort,
      destinationPort: out ? destinationPort : sourcePort,
      sequence: next[from],
      acknowledgment: flags.includes('A') ? next[out ? 'server' : 'client'] : 0,
      flags,
      payload,
      ...(flags === 'S' && { options: Uint8Array.from([2, 4, 5, 180, 4, 2, 1, 3, 3, 7]) }),
    })
    const ends = out ? { source, destination } : { source: destination, destination: source }
    frames.push({ at, frame: ethernet(ip({ ...ends, id: frames.length }, bytes), vlans) })
    at += 1
    next[from] = (next[from] + payload.length + (/[SF]/.test(flags) ? 1 : 0)) >>> 0
  }
  const opening: [from: 'client' | 'server', flags: string][] = [
    ['client', 'S'],
    ['server', 'SA'],
    ['client', 'A'],
  ]
  for (const [from, flags] of opening) {
    if (midStream) next[from] = (next[from] + (flags.includes('S') ? 1 : 0)) >>> 0
    else send(from, flags)
  }
  for (let i = 0; i < request.length; i += segment) send('client', 'PA', request.slice(i, i + segment))
  for (let i = 0; i < response.length; i += segment) send('server', 'PA', response.slice(i, i + segment))
  send('client', 'FA')
  send('server', 'FA')
  send('client', 'A')
  return frames
}

/** A little of everything: HTTP over IPv4 in a VLAN, Telnet over IPv6, a DNS-like datagram and its answer, a ping. */
export function assorted(): TimedFrame[] {
  const six = { source: '2001:db8::7', destination: '2001:db8::9' }
  const query = udp({ sourcePort: 5353, destinationPort: 53, payload: 'question' })
  const answer = udp({ sourcePort: 53, destinationPort: 5353, payload: 'answer' })
  const there = { source: client, destination: server }
  const back = { source: server, destination: client }
  return [
    ...connection(
      'GET /a?b=c HTTP/1.1\r\nHost: h.test\r\n\r\n',
      'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok',
      {
        segment: 11,
        vlans: [7],
      },
    ),
    ...connection('root\r\nadmin\r\n', 'login: ', { ...six, destinationPort: 23, at: start + 100 }),
    { at: start + 200, frame: ethernet(ip(there, query)) },
    { at: start + 201, frame: ethernet(ip(back, answer)) },
    { at: start + 300, frame: ethernet(ip(there, icmp({ type: 8, payload: 'abcdefgh' }))) },
    { at: start + 301, frame: ethernet(ip(back, icmp({ type: 0, payload: 'abcdefgh' }))) },
  ]
}
