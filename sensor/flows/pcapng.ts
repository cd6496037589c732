import { eventComment, kindComment } from '#model/sensor/event.ts'
import { block } from '#packet/build/pcapng.ts'
import type { CaptureInterface, GatheredFlow, KeptPacket } from './gatherer.ts'

/** Of options (draft-ietf-opsawg-pcapng §3.5, §4.2). */
const options = { comment: 1, name: 2, resolution: 9 } as const
const microseconds = 6
const section = 0x0a0d0d0a
const interfaceBlock = 1
const packetBlock = 6
/** An option's length is a number of 16 bits; events that are longer take several comments. */
const mostComment = 60_000

/** Flows as one capture: packets in the order they arrived, what is known of a flow as comments of its first packet. */
export function pcapngOf(flows: readonly GatheredFlow[]): Uint8Array {
  const interfaces: CaptureInterface[] = []
  const indexOf = (from: CaptureInterface): number => {
    const known = interfaces.findIndex((one) => one.name === from.name && one.linkType === from.linkType)
    return known >= 0 ? known : interfaces.push(from) - 1
  }
  const packets = flows
    .flatMap((flow) =>
      flow.packets.map((packet, index) => ({ packet, comments: index === 0 ? commentsOf(flow) : [] })),
    )
    .sort((a, b) => a.packet.order - b.packet.order)
  const blocks = packets.map(({ packet, comments }) => packetOf(packet, indexOf(packet.from), comments))
  return Buffer.concat([sectionHeader(), ...interfaces.map(interfaceOf), ...blocks])
}

function commentsOf({ kind, events }: GatheredFlow): string[] {
  const comments = kind === 'network' ? [`${kindComment}${kind}`] : []
  let part: string[] = []
  let length = 0
  const close = (): void => {
    if (part.length > 0) comments.push(`${eventComment}{"events":[${part.join(',')}]}`)
    part = []
    length = 0
  }
  for (const event of events) {
    const said = JSON.stringify(event)
    const bytes = Buffer.byteLength(said) + 1
    // Longer than any event is (model/sensor/event.ts).
    if (bytes > mostComment) continue
    if (length + bytes > mostComment) close()
    part.push(said)
    length += bytes
  }
  close()
  return comments
}

const view = (bytes: Buffer): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)

function sectionHeader(): Uint8Array {
  const body = Buffer.alloc(16)
  body.writeUInt32LE(0x1a2b3c4d, 0)
  body.writeUInt16LE(1, 4)
  // Length of the section: not said.
  body.writeBigInt64LE(-1n, 8)
  return block(section, view(body), true)
}

function interfaceOf({ name, linkType }: CaptureInterface): Uint8Array {
  const head = Buffer.alloc(8)
  head.writeUInt16LE(linkType, 0)
  const said = [
    option(options.name, Buffer.from(name)),
    option(options.resolution, Buffer.of(microseconds)),
    endOfOptions,
  ]
  return block(interfaceBlock, view(Buffer.concat([head, ...said])), true)
}

function packetOf({ at, frame, wireLength }: KeptPacket, from: number, comments: string[]): Uint8Array {
  const head = Buffer.alloc(20)
  const ticks = Math.round(at * 1000)
  head.writeUInt32LE(from, 0)
  head.writeUInt32LE(Math.floor(ticks / 0x1_0000_0000), 4)
  head.writeUInt32LE(ticks % 0x1_0000_0000, 8)
  head.writeUInt32LE(frame.length, 12)
  head.writeUInt32LE(Math.max(wireLength, frame.length), 16)
  const said = comments.map((comment) => option(options.comment, Buffer.from(comment)))
  const parts = [head, frame, padding(frame.length), ...said, ...(said.length > 0 ? [endOfOptions] : [])]
  return block(packetBlock, view(Buffer.concat(parts)), true)
}

const endOfOptions = Buffer.alloc(4)
const padding = (length: number): Buffer => Buffer.alloc((4 - (length % 4)) % 4)

function option(code: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(code, 0)
  head.writeUInt16LE(value.length, 2)
  return Buffer.concat([head, value, padding(value.length)])
}
