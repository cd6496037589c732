import { eventComment, kindComment } from '#model/sensor/event.ts'
import type { CaptureInterface, GatheredFlow, KeptPacket } from './gatherer.ts'

/** Types of blocks and codes of options (draft-ietf-opsawg-pcapng §3.5, §4, §11.1). */
const types = { section: 0x0a0d0d0a, interface: 1, packet: 6 } as const
const options = { comment: 1, name: 2, resolution: 9 } as const
const byteOrderMagic = 0x1a2b3c4d
const microseconds = 6
/** An option's length is a number of 16 bits; events that are longer take several comments. */
const mostComment = 60_000

interface Option {
  code: number
  value: Uint8Array
}

/** Flows as one capture: packets in the order they arrived, what is known of a flow as comments of its first packet. */
export function pcapngOf(flows: readonly GatheredFlow[]): Uint8Array {
  const interfaces: CaptureInterface[] = []
  const indexOf = (from: CaptureInterface): number => {
    const known = interfaces.findIndex((one) => one.name === from.name && one.linkType === from.linkType)
    return known >= 0 ? known : interfaces.push(from) - 1
  }
  const packets: { packet: KeptPacket; from: number; said: Option[] }[] = []
  for (const flow of flows) {
    let said = commentsOf(flow).map((text) => ({ code: options.comment, value: Buffer.from(text) }))
    for (const packet of flow.packets) {
      packets.push({ packet, from: indexOf(packet.from), said })
      said = []
    }
  }
  packets.sort((a, b) => a.packet.order - b.packet.order)
  const described = interfaces.map(({ name, linkType }) => ({
    linkType,
    said: [
      { code: options.name, value: Buffer.from(name) },
      { code: options.resolution, value: Buffer.of(microseconds) },
    ],
  }))
  let size = sectionSize
  for (const { said } of described) size += 20 + sizeOf(said)
  for (const { packet, said } of packets) size += 32 + padded(packet.frame.length) + sizeOf(said)
  const writer = new BlockWriter(size)
  writer.section()
  for (const { linkType, said } of described) writer.interface(linkType, said)
  for (const { packet, from, said } of packets) writer.packet(packet, from, said)
  return writer.bytes
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

const sectionSize = 28
const padded = (length: number): number => Math.ceil(length / 4) * 4

/** With the one that ends them; none take no room at all. */
const sizeOf = (said: readonly Option[]): number =>
  said.length === 0 ? 0 : said.reduce((sum, { value }) => sum + 4 + padded(value.length), 4)

/** Writes little-endian blocks one behind the other into memory of their size: a capture has very many small ones. */
class BlockWriter {
  readonly bytes: Buffer
  #at = 0

  constructor(size: number) {
    this.bytes = Buffer.alloc(size)
  }

  section(): void {
    const { bytes } = this
    const body = this.#begin(types.section, sectionSize)
    bytes.writeUInt32LE(byteOrderMagic, body)
    bytes.writeUInt16LE(1, body + 4)
    // Length of the section: not said.
    bytes.writeBigInt64LE(-1n, body + 8)
  }

  interface(linkType: number, said: readonly Option[]): void {
    const body = this.#begin(types.interface, 20 + sizeOf(said))
    this.bytes.writeUInt16LE(linkType, body)
    this.#options(body + 8, said)
  }

  packet({ at, frame, wireLength }: KeptPacket, from: number, said: readonly Option[]): void {
    const { bytes } = this
    const body = this.#begin(types.packet, 32 + padded(frame.length) + sizeOf(said))
    const ticks = Math.round(at * 1000)
    bytes.writeUInt32LE(from, body)
    bytes.writeUInt32LE(Math.floor(ticks / 0x1_0000_0000), body + 4)
    bytes.writeUInt32LE(ticks % 0x1_0000_0000, body + 8)
    bytes.writeUInt32LE(frame.length, body + 12)
    bytes.writeUInt32LE(Math.max(wireLength, frame.length), body + 16)
    bytes.set(frame, body + 20)
    this.#options(body + 20 + padded(frame.length), said)
  }

  /** Type, and the length at both ends; returns where the body goes. */
  #begin(type: number, length: number): number {
    const at = this.#at
    this.bytes.writeUInt32LE(type, at)
    this.bytes.writeUInt32LE(length, at + 4)
    this.bytes.writeUInt32LE(length, at + length - 4)
    this.#at += length
    return at + 8
  }

  #options(at: number, said: readonly Option[]): void {
    let next = at
    for (const { code, value } of said) {
      this.bytes.writeUInt16LE(code, next)
      this.bytes.writeUInt16LE(value.length, next + 2)
      this.bytes.set(value, next + 4)
      next += 4 + padded(value.length)
    }
  }
}
