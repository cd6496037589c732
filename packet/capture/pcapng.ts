import { limits } from '../limits.ts'
import { interfaceOf, type Interface } from './interface.ts'
import { optionsIn } from './options.ts'
import { type CaptureReader, emptyRecord, noComments, type RecordSink } from './record.ts'
import { u16, u32, Window } from './window.ts'

/** Block types (draft-ietf-opsawg-pcapng §11.1). */
const blocks = { section: 0x0a0d0d0a, interface: 1, packet: 2, simple: 3, enhanced: 6 } as const
const known = new Set([blocks.section, 1, 2, 3, 4, 5, 6, 9, 10])
const byteOrderMagic = 0x1a2b3c4d
/** Type, total length, and the total length again behind the body. */
const frame = 12
/** Option of any block (draft-ietf-opsawg-pcapng §3.5), UTF-8. */
const comment = 1
/** Comments of one packet that are read. */
const maxComments = 16
/** Blocks we must hold whole; others are passed over without being kept. */
const heldBlock = limits.frameBytes + 65_536

export const isPcapng = (magic: number): boolean => magic === blocks.section

/** pcapng: sections of blocks, each section with its own byte order and interfaces. Unknown blocks are passed over. */
export class PcapngReader implements CaptureReader {
  readonly format = 'pcapng'
  readonly #sink: RecordSink
  readonly #isOfSensor: boolean
  readonly #window = new Window()
  readonly #record = emptyRecord()
  #little = true
  #interfaces: Interface[] = []
  #passing = 0
  #searching = false

  /** @param isOfSensor whether what stands beside packets is read, too */
  constructor(sink: RecordSink, isOfSensor = false) {
    this.#sink = sink
    this.#isOfSensor = isOfSensor
  }

  push(chunk: Uint8Array): void {
    this.#window.append(chunk)
    this.#read(false)
  }

  end(): boolean {
    this.#read(true)
    const cut = this.#passing > 0 || (this.#window.length > 0 && !this.#searching)
    if (cut) this.#sink.skip('cut-short-file', this.#window.offset)
    return cut || this.#searching
  }

  #read(last: boolean): void {
    const w = this.#window
    for (;;) {
      if (this.#passing > 0) {
        const gone = Math.min(this.#passing, w.length)
        w.skip(gone)
        this.#passing -= gone
        if (this.#passing > 0) return
      }
      if (this.#searching && !this.#search(last)) return
      if (w.length < frame) return
      const type = this.#type()
      const total = this.#total(w.start)
      if (total < frame || total % 4 !== 0 || (type in held && total > heldBlock)) {
        this.#damaged()
      } else if (type in held) {
        if (w.length < total) return
        if (this.#block(type, total)) w.skip(total)
        else this.#damaged()
      } else this.#passing = total
    }
  }

  #damaged(): void {
    this.#sink.skip('damaged-record', this.#window.offset)
    this.#searching = true
    this.#window.skip(1)
  }

  /** Type of the block at the window; a section header sets the byte order its own length is written in. */
  #type(): number {
    const w = this.#window
    const type = u32(w.buffer, w.start, this.#little)
    if (type === blocks.section) this.#little = u32(w.buffer, w.start + 8, true) === byteOrderMagic
    return type
  }

  #total(at: number): number {
    return u32(this.#window.buffer, at + 4, this.#little)
  }

  /** Reads a whole block; false when it contradicts itself. */
  #block(type: number, total: number): boolean {
    const { buffer: b, start } = this.#window
    const little = this.#little
    const body = start + 8
    const end = start + total - 4
    if (u32(b, end, little) !== total) return false
    switch (type) {
      case blocks.section:
        this.#interfaces = []
        return total >= 28 && u32(b, body, little) === byteOrderMagic
      case blocks.interface: {
        const made = interfaceOf(b, body, end, little)
        if (made && this.#interfaces.length < 65_536) this.#interfaces.push(made)
        return made !== null
      }
      case blocks.enhanced:
        if (total < 32) return false
        return this.#hand(u32(b, body, little), body + 4, body + 20, end)
      case blocks.packet:
        if (total < 32) return false
        return this.#hand(u16(b, body, little), body + 4, body + 20, end)
      default:
        return total >= 16 && this.#simple(body, end)
    }
  }

  /** `timeAt` points at: time high, time low, captured length, original length. */
  #hand(index: number, timeAt: number, data: number, end: number): boolean {
    const { buffer: b } = this.#window
    const little = this.#little
    const captured = u32(b, timeAt + 8, little)
    if (captured > end - data) return false
    const from = this.#interfaces[index]
    if (!from) {
      this.#sink.skip('unknown-interface', this.#window.offset)
      return true
    }
    this.#record.at =
      millisecondsOf(u32(b, timeAt, little), u32(b, timeAt + 4, little), from.ticksPerSecond) +
      from.offsetSeconds * 1000
    if (this.#isOfSensor) this.#beside(from, data + captured + ((4 - (captured % 4)) % 4), end)
    this.#give(from, data, captured, u32(b, timeAt + 12, little))
    return true
  }

  /** Simple packets belong to interface 0 and have no time of their own. */
  #simple(body: number, end: number): boolean {
    const from = this.#interfaces[0]
    const wire = u32(this.#window.buffer, body, this.#little)
    if (!from) this.#sink.skip('unknown-interface', this.#window.offset)
    else {
      // Its block has no options.
      this.#record.comments = noComments
      this.#record.isOfDecoy = this.#isOfSensor && from.isOfDecoy
      const snap = from.snapLength === 0 ? wire : Math.min(wire, from.snapLength)
      this.#give(from, body + 4, Math.min(snap, end - body - 4), wire)
    }
    return true
  }

  #beside(from: Interface, at: number, end: number): void {
    const r = this.#record
    const { buffer: b } = this.#window
    r.isOfDecoy = from.isOfDecoy
    r.comments = noComments
    for (const { code, value, length } of optionsIn(b, at, end, this.#little))
      if (code === comment && r.comments.length < maxComments)
        r.comments = [...r.comments, Buffer.from(b.subarray(value, value + length)).toString('utf8')]
  }

  #give(from: Interface, data: number, captured: number, wire: number): void {
    const r = this.#record
    r.bytes = this.#window.buffer
    r.start = data
    r.end = data + captured
    r.wireLength = wire
    r.linkType = from.linkType
    r.offset = this.#window.offset
    this.#sink.record(r)
  }

  /** After damage: look for a known block type whose length stands at both of its ends. */
  #search(last: boolean): boolean {
    const w = this.#window
    for (; w.length >= frame; w.skip(1)) {
      const order = this.#little
      const type = this.#type()
      const total = this.#total(w.start)
      if (known.has(type) && total >= frame && total % 4 === 0 && total <= heldBlock) {
        if (w.length < total && !last) {
          this.#little = order
          return false
        }
        if (w.length >= total && u32(w.buffer, w.start + total - 4, this.#little) === total) {
          this.#searching = false
          return true
        }
      }
      this.#little = order
    }
    return false
  }
}

const held: Record<number, true> = {
  [blocks.section]: true,
  [blocks.interface]: true,
  [blocks.packet]: true,
  [blocks.simple]: true,
  [blocks.enhanced]: true,
}

/** Seconds and the rest apart, as pcap writes them: a tick of a nanosecond is lost in a number that holds both. */
function millisecondsOf(high: number, low: number, perSecond: number): number {
  const ticks = high * 0x1_0000_0000 + low
  if (ticks <= Number.MAX_SAFE_INTEGER)
    return Math.floor(ticks / perSecond) * 1000 + (ticks % perSecond) / (perSecond / 1000)
  const [exact, per] = [(BigInt(high) << 32n) | BigInt(low), BigInt(perSecond)]
  return Number(exact / per) * 1000 + Number(exact % per) / (perSecond / 1000)
}
