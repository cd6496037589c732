import { openCapture } from './capture/open.ts'
import type { CaptureRecord } from './capture/record.ts'

export interface CaptureSpan {
  packets: number
  /** Earliest and latest packet, milliseconds since 1970 UTC; null without packets. */
  firstPacket: number | null
  lastPacket: number | null
}

/** Reads record headers only: when did a capture begin and end? Throws `unreadable-capture` like `dissect`. */
export async function captureSpan(source: AsyncIterable<Uint8Array>): Promise<CaptureSpan> {
  let packets = 0
  let first = Infinity
  let last = -Infinity
  const sink = {
    record(record: CaptureRecord) {
      packets++
      if (record.at < first) first = record.at
      if (record.at > last) last = record.at
    },
    skip() {},
  }
  const { reader, plain } = await openCapture(source, sink, () => {})
  for await (const chunk of plain) reader.push(chunk)
  reader.end()
  return packets === 0
    ? { packets, firstPacket: null, lastPacket: null }
    : { packets, firstPacket: Math.floor(first), lastPacket: Math.floor(last) }
}
