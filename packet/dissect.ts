import type { Conversation } from '#model/session.ts'
import type { Compression } from './capture/decompress.ts'
import { openCapture } from './capture/open.ts'
import type { CaptureRecord, RecordSink } from './capture/record.ts'
import { FlowTable } from './flows/table.ts'
import { limits } from './limits.ts'
import { Decoder } from './layers/decode.ts'
import { applications } from './protocols/table.ts'
import { type Skip, type SkipReason, Skips } from './skips.ts'
import type { Applications } from './stream.ts'

export interface DissectOptions {
  signal?: AbortSignal
  /** Conversations handed over at once; 500 when not said. */
  batchSize?: number
  /** Bytes a compressed capture may unfold to; limits.plainBytes when not said. */
  plainLimit?: number
  /** Added to every time of conversations and report. */
  shiftMs?: number
  /** A sensor sent it: what its decoys wrote beside the packets (docs/sensors.md) is believed. Nobody else's is. */
  isOfSensor?: boolean
  /** What is read above the transport: every protocol of protocols/table.ts when not said. */
  applications?: Applications
  /** Called after each chunk of input. */
  onProgress?: (progress: { bytes: number; packets: number; sessions: number }) => void
}

export interface DissectReport {
  format: 'pcap' | 'pcapng'
  compression: Compression
  /** The first `limits.linkTypes` of them. */
  linkTypes: number[]
  packets: number
  /** Bytes read from the source, before decompression. */
  bytes: number
  sessions: number
  /** Earliest and latest packet, milliseconds since 1970 UTC; null without packets. */
  firstPacket: number | null
  lastPacket: number | null
  skipped: Skip[]
  /** The capture ends inside a record, its compression is broken, or it unfolds to too much. */
  truncated: boolean
}

/**
 * Reads a capture and hands out its conversations in batches as they finish, the rest at the end in the order of
 * their first packets. Memory is bounded by packet/limits.ts, not by the size of the capture; the sink is awaited.
 * Throws `unreadable-capture` when the input is no capture, the signal's reason when aborted, and whatever the
 * source or the sink throws; no content of a capture makes it throw.
 */
export async function dissect(
  source: AsyncIterable<Uint8Array>,
  sink: (batch: Conversation[]) => void | Promise<void>,
  options: DissectOptions = {},
): Promise<DissectReport> {
  const { signal, batchSize = 500, onProgress } = options
  const run = new Run(options.shiftMs ?? 0, options.applications ?? applications)
  const { reader, compression, plain } = await openCapture(
    run.counted(source),
    run,
    (reason) => run.broken(reason),
    {
      ...(options.plainLimit !== undefined && { plainLimit: options.plainLimit }),
      ...(options.isOfSensor && { isOfSensor: true }),
    },
  )
  let sessions = 0
  const drain = async (min: number) => {
    while (run.finished.length > 0 && (run.finished.length >= min || run.waiting > limits.batchBytes)) {
      const batch = run.finished.splice(0, batchSize)
      if (run.finished.length === 0) run.waiting = 0
      await sink(batch)
      sessions += batch.length
    }
  }
  for await (const chunk of plain) {
    signal?.throwIfAborted()
    reader.push(chunk)
    await drain(batchSize)
    onProgress?.({ bytes: run.bytes, packets: run.packets, sessions })
  }
  signal?.throwIfAborted()
  const cut = reader.end()
  for (const _ of run.end()) await drain(batchSize)
  await drain(1)
  onProgress?.({ bytes: run.bytes, packets: run.packets, sessions })
  return run.report(reader.format, compression, sessions, cut)
}

/** The state of one dissection: from records through layers and flows to finished conversations. */
class Run implements RecordSink {
  finished: Conversation[] = []
  /** Bytes of the facts of those finished since all were handed over. */
  waiting = 0
  bytes = 0
  packets = 0
  readonly #shiftMs: number
  readonly #skips = new Skips()
  readonly #linkTypes = new Set<number>()
  readonly #decoder: Decoder
  readonly #flows: FlowTable
  #offset = 0
  #first = Infinity
  #last = -Infinity
  #broken = false

  constructor(shiftMs: number, above: Applications) {
    this.#shiftMs = shiftMs
    this.#flows = new FlowTable(
      {
        finished: (flow) => {
          this.finished.push(flow.finish(shiftMs))
          this.waiting += flow.kept
        },
        closedEarly: () => this.skip('early-close', this.#offset),
        unreadable: (count) => this.#skips.add('unreadable-events', this.#offset, this.packets, count),
      },
      above,
    )
    this.#decoder = new Decoder({
      skip: (reason, count) => this.#skips.add(reason, this.#offset, this.packets, count),
      found: (cursor) => this.#flows.packet(cursor),
    })
  }

  async *counted(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      this.bytes += chunk.length
      yield chunk
    }
  }

  record(record: CaptureRecord): void {
    this.packets++
    this.#offset = record.offset
    if (this.#linkTypes.size < limits.linkTypes) this.#linkTypes.add(record.linkType)
    if (record.at < this.#first) this.#first = record.at
    if (record.at > this.#last) this.#last = record.at
    this.#decoder.frame(record)
  }

  skip(reason: SkipReason, offset: number): void {
    this.#skips.add(reason, offset, this.packets)
  }

  broken(reason: SkipReason): void {
    this.#broken = true
    this.#skips.add(reason, this.#offset, this.packets)
  }

  /** Finishes what is open, a flow a step, so that the caller can hand over batches in between. */
  *end(): Generator<void> {
    this.#decoder.end()
    yield* this.#flows.end()
  }

  report(format: 'pcap' | 'pcapng', compression: Compression, sessions: number, cut: boolean): DissectReport {
    const time = (at: number) => (this.packets === 0 ? null : Math.floor(at + this.#shiftMs))
    return {
      format,
      compression,
      linkTypes: [...this.#linkTypes],
      packets: this.packets,
      bytes: this.bytes,
      sessions,
      firstPacket: time(this.#first),
      lastPacket: time(this.#last),
      skipped: this.#skips.list(),
      truncated: cut || this.#broken,
    }
  }
}
