import type { SkipReason } from '../skips.ts'

/** One captured frame: `bytes[start..end)`; `wireLength` is its length before the snap length cut it. */
export interface CaptureRecord {
  bytes: Uint8Array
  start: number
  end: number
  wireLength: number
  /** Milliseconds since 1970 UTC with a fraction; the previous record's where the format has no time. */
  at: number
  linkType: number
  /** Offset of the record in the uncompressed capture. */
  offset: number
  /** What stands beside it, where the reader was told to look (pcapng option 1). */
  comments: readonly string[]
  /** No network card saw it: a decoy wrote down what was said (model/sensor/event.ts). Told with the comments only. */
  isOfDecoy: boolean
}

/** Where a reader puts what it reads. The record object is reused: take what is needed before returning. */
export interface RecordSink {
  record(record: CaptureRecord): void
  skip(reason: SkipReason, offset: number): void
}

/** A format's reader: fed the capture in chunks of any size, it hands out records as soon as they are whole. */
export interface CaptureReader {
  readonly format: 'pcap' | 'pcapng'
  push(chunk: Uint8Array): void
  /** The stream is over. Returns whether it ended inside a record. */
  end(): boolean
}

export const noComments: readonly string[] = []

export const emptyRecord = (): CaptureRecord => ({
  bytes: new Uint8Array(0),
  start: 0,
  end: 0,
  wireLength: 0,
  at: 0,
  linkType: 0,
  offset: 0,
  comments: noComments,
  isOfDecoy: false,
})
