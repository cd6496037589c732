import { limits } from '../limits.ts'
import { type CaptureReader, emptyRecord, type RecordSink } from './record.ts'
import { u32, Window } from './window.ts'

/** The magics as read in big-endian order: file order little or big, fraction of a second, record header length. */
const magics = new Map<number, { little: boolean; fraction: number; header: number }>([
  [0xa1b2c3d4, { little: false, fraction: 1e6, header: 16 }],
  [0xd4c3b2a1, { little: true, fraction: 1e6, header: 16 }],
  [0xa1b23c4d, { little: false, fraction: 1e9, header: 16 }],
  [0x4d3cb2a1, { little: true, fraction: 1e9, header: 16 }],
  // Kuznetzov's "modified" libpcap of old Linux distributions: 8 more bytes in each record header.
  [0xa1b2cd34, { little: false, fraction: 1e6, header: 24 }],
  [0x34cdb2a1, { little: true, fraction: 1e6, header: 24 }],
])

export const isPcap = (magic: number): boolean => magics.has(magic)

const fileHeader = 24
const day = 86_400

/** The classic format (draft-ietf-opsawg-pcap): a file header, then records of 16 bytes of header and the frame. */
export class PcapReader implements CaptureReader {
  readonly format = 'pcap'
  readonly #sink: RecordSink
  readonly #window = new Window()
  readonly #record = emptyRecord()
  #shape = { little: true, fraction: 1e6, header: 16 }
  #started = false
  #searching = false
  #lastSecond = -1

  constructor(sink: RecordSink) {
    this.#sink = sink
  }

  push(chunk: Uint8Array): void {
    this.#window.append(chunk)
    this.#read(false)
  }

  end(): boolean {
    this.#read(true)
    const cut = !this.#started || (this.#window.length > 0 && !this.#searching)
    if (cut) this.#sink.skip('cut-short-file', this.#window.offset)
    return cut || this.#searching
  }

  #read(last: boolean): void {
    const w = this.#window
    if (!this.#started && !this.#start()) return
    const { little, header } = this.#shape
    for (;;) {
      if (this.#searching && !this.#search(last)) return
      if (w.length < header) return
      const captured = u32(w.buffer, w.start + 8, little)
      if (captured > limits.frameBytes) {
        this.#sink.skip('damaged-record', w.offset)
        this.#searching = true
        w.skip(1)
        continue
      }
      if (w.length < header + captured) return
      this.#hand(captured)
      w.skip(header + captured)
    }
  }

  #start(): boolean {
    const w = this.#window
    if (w.length < fileHeader) return false
    this.#shape = magics.get(u32(w.buffer, w.start, false)) ?? this.#shape
    // The upper bits of the field tell about frame check sequences, which we do not need.
    this.#record.linkType = u32(w.buffer, w.start + 20, this.#shape.little) & 0xffff
    w.skip(fileHeader)
    this.#started = true
    return true
  }

  #hand(captured: number): void {
    const w = this.#window
    const { little, fraction, header } = this.#shape
    const r = this.#record
    const second = u32(w.buffer, w.start, little)
    this.#lastSecond = second
    r.at = second * 1000 + (u32(w.buffer, w.start + 4, little) * 1000) / fraction
    r.bytes = w.buffer
    r.start = w.start + header
    r.end = r.start + captured
    r.wireLength = u32(w.buffer, w.start + 12, little)
    r.offset = w.offset
    this.#sink.record(r)
  }

  /** After damage: look byte by byte for a header that can be one and is followed by another (or by the end). */
  #search(last: boolean): boolean {
    const w = this.#window
    const { header } = this.#shape
    for (; w.length >= header; w.skip(1)) {
      const length = this.#plausible(w.start)
      if (length < 0) continue
      const next = header + length
      if (w.length < next + header) {
        if (!last) return false
        if (w.length !== next) continue
      } else if (this.#plausible(w.start + next) < 0) continue
      this.#searching = false
      return true
    }
    return false
  }

  /** The captured length when a record header could stand at `at`, else -1. */
  #plausible(at: number): number {
    const b = this.#window.buffer
    const { little, fraction } = this.#shape
    const captured = u32(b, at + 8, little)
    const wire = u32(b, at + 12, little)
    if (captured === 0 || captured > limits.frameBytes || wire < captured || wire > limits.frameBytes)
      return -1
    if (u32(b, at + 4, little) >= fraction) return -1
    const second = u32(b, at, little)
    if (this.#lastSecond >= 0 && Math.abs(second - this.#lastSecond) > day) return -1
    return captured
  }
}
