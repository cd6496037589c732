import { PcapngWriter } from '../capture/pcapng-writer.ts'
import { selectPackets } from './select.ts'
import type { WantedFlows } from './wanted.ts'

/** A capture, and what is wanted of it. */
export interface SelectedCapture {
  source: AsyncIterable<Uint8Array>
  wanted: WantedFlows
  /** What its interface is called: who took it. */
  name: string
  /** Added to its times, as it was when its sessions were made. */
  shiftMs: number
}

export interface SelectedPackets {
  packets: number
  bytes: Uint8Array
}

/** One pcapng of the packets of some conversations of several captures, in pieces; the captures are read one after the other. */
export async function* pcapngOf(
  captures: AsyncIterable<SelectedCapture> | Iterable<SelectedCapture>,
): AsyncGenerator<SelectedPackets> {
  const writer = new PcapngWriter()
  yield { packets: 0, bytes: writer.begin() }
  for await (const { source, wanted, name, shiftMs } of captures) {
    const selected = selectPackets(source, wanted, (record) => [
      Buffer.concat(writer.packet(record, { name, at: record.at + shiftMs })),
    ])
    for await (const packets of selected)
      if (packets.length > 0) yield { packets: packets.length, bytes: Buffer.concat(packets) }
  }
}
