import { type DecoyEvent, eventComment } from '#model/sensor/event.ts'

export interface ReadPacket {
  at: number
  frame: Buffer
  interface: string
  linkType: number
  comments: string[]
}

/** Every packet of a segment with what stands beside it, read by the format alone (draft-ietf-opsawg-pcapng §4). */
export function packetsOf(pcapng: Uint8Array): ReadPacket[] {
  const b = Buffer.from(pcapng)
  const interfaces: { name: string; linkType: number }[] = []
  const packets: ReadPacket[] = []
  for (let at = 0; at < b.length;) {
    const type = b.readUInt32LE(at)
    const total = b.readUInt32LE(at + 4)
    if (b.readUInt32LE(at + total - 4) !== total) throw new Error(`block at ${at} contradicts itself`)
    const end = at + total - 4
    if (type === 1) {
      const name =
        optionsOf(b, at + 16, end)
          .find(({ code }) => code === 2)
          ?.value.toString() ?? ''
      interfaces.push({ name, linkType: b.readUInt16LE(at + 8) })
    }
    if (type === 6) {
      const captured = b.readUInt32LE(at + 20)
      const from = interfaces[b.readUInt32LE(at + 8)]
      if (!from) throw new Error('a packet of no interface')
      const optionsAt = at + 28 + Math.ceil(captured / 4) * 4
      packets.push({
        at: (b.readUInt32LE(at + 12) * 0x1_0000_0000 + b.readUInt32LE(at + 16)) / 1000,
        frame: b.subarray(at + 28, at + 28 + captured),
        interface: from.name,
        linkType: from.linkType,
        comments: optionsOf(b, optionsAt, end)
          .filter(({ code }) => code === 1)
          .map(({ value }) => value.toString()),
      })
    }
    at += total
  }
  return packets
}

function optionsOf(b: Buffer, from: number, end: number): { code: number; value: Buffer }[] {
  const found: { code: number; value: Buffer }[] = []
  for (let at = from; at + 4 <= end;) {
    const code = b.readUInt16LE(at)
    const length = b.readUInt16LE(at + 2)
    if (code === 0) break
    found.push({ code, value: b.subarray(at + 4, at + 4 + length) })
    at += 4 + Math.ceil(length / 4) * 4
  }
  return found
}

export const eventsOf = (packets: readonly ReadPacket[]): DecoyEvent[] =>
  packets
    .flatMap(({ comments }) => comments)
    .filter((comment) => comment.startsWith(eventComment))
    .flatMap((comment) => JSON.parse(comment.slice(eventComment.length)).events)
