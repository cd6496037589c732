import type { IpDocument } from '#model/ip-record.ts'
import { readRecord } from './record.ts'

/**
 * Documents as the store writes them (record.ts), one after the other: handed from thread to thread without being copied,
 * and read where they are needed.
 */
export interface RecordTexts {
  bytes: Uint8Array<ArrayBuffer>
  /** Record r: bytes.slice(ends[r - 1], ends[r]). */
  ends: Uint32Array<ArrayBuffer>
}

export function textsOf(records: readonly Uint8Array[]): RecordTexts {
  const ends = new Uint32Array(records.length)
  let total = 0
  for (const [at, { length }] of records.entries()) ends[at] = total += length
  const bytes = new Uint8Array(total)
  for (const [at, record] of records.entries()) bytes.set(record, ends[at - 1] ?? 0)
  return { bytes, ends }
}

/** Made each time: what is handed to another thread is gone here. */
export const noTexts = (): RecordTexts => ({ bytes: new Uint8Array(0), ends: new Uint32Array(0) })

/** One of them, as it lies there. */
export const recordAt = ({ bytes, ends }: RecordTexts, at: number): Uint8Array =>
  bytes.subarray(ends[at - 1] ?? 0, ends[at])

/** The same as text. */
export const textAt = ({ bytes, ends }: RecordTexts, at: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8', ends[at - 1] ?? 0, ends[at])

/** @throws as readRecord */
export const documentAt = (texts: RecordTexts, at: number): IpDocument => readRecord(textAt(texts, at))

/** What `read` makes of the text of each. */
export const recordsOf = <T>(texts: RecordTexts, read: (record: string) => T): T[] =>
  Array.from(texts.ends, (_, at) => read(textAt(texts, at)))

const read = new WeakMap<RecordTexts, IpDocument[]>()

/** Read once, also for whoever is handed the same texts on this thread; nobody changes a document. */
export function documentsOf(texts: RecordTexts): IpDocument[] {
  const known = read.get(texts)
  if (known?.length === texts.ends.length) return known
  const documents = recordsOf(texts, readRecord)
  read.set(texts, documents)
  return documents
}
