import { randomBytes } from 'node:crypto'
import type { KeptPacket } from '../flows/gatherer.ts'
import { decoyCapture, DecoyPackets } from '../flows/decoy-packets.ts'
import { pcapngOf } from '../flows/pcapng.ts'
import { Losses } from '../losses.ts'
import { packetsOf } from './segment.ts'
import { visit } from './visits.ts'

/** Of the visitor whose datagram says a number, below 65,536. */
export const sourceSaying = (number: number): string => `198.18.${number >> 8}.${number & 255}`

/** A segment of one datagram that says its number, with as much beside it as wanted. */
export function segmentSaying(number: number, bytes = 0, at = 1_700_000_000_000): Uint8Array {
  const packets: KeptPacket[] = []
  const write = new DecoyPackets(
    (record) =>
      packets.push({
        order: packets.length,
        at: record.at,
        from: decoyCapture,
        frame: record.bytes,
        wireLength: record.wireLength,
      }),
    new Losses(),
  )
  const flow = { ...visit(40_000, 22, sourceSaying(number)), transport: 'udp' as const }
  write.read(flow, at, Buffer.from(`number ${number};`))
  // What does not shrink.
  if (bytes > 0) write.read(flow, at, randomBytes(bytes))
  return pcapngOf([{ kind: 'sensor', packets, events: [], bytes: 0 }])
}

export const numberIn = (pcapng: Uint8Array): number =>
  Number(/number (\d+);/.exec(packetsOf(pcapng)[0]?.frame.toString('latin1') ?? '')?.[1])
