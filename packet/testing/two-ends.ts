import { expect } from 'vitest'
import type { Conversation } from '#model/session.ts'
import { ethernet } from '../build/ethernet.ts'
import { ip } from '../build/ip.ts'
import { pcap, type TimedFrame } from '../build/pcap.ts'
import type { Segment } from '../build/transport.ts'
import { dissected } from './dissected.ts'
import { client, server, start } from './exchange.ts'

/** What two ends send each other, packet by packet: for claims about what was captured of it. */
export type Packet = [from: 'client' | 'server', segment: Segment]

/** A millisecond a packet. */
export const frames = (packets: Packet[]): TimedFrame[] =>
  packets.map(([from, segment], index) => {
    const [source, destination] = from === 'client' ? [client, server] : [server, client]
    return { at: start + index, frame: ethernet(ip({ source, destination, id: index }, segment)) }
  })

/** The one conversation of a capture. */
export const only = async (captured: TimedFrame[]): Promise<Conversation> => {
  const { conversations } = await dissected(pcap(captured))
  expect(conversations).toHaveLength(1)
  return conversations[0]!
}
