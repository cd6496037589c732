import type { CveFacts } from '#model/cve.ts'
import type { About } from '../source.ts'

/** One CVE as one source tells of it. */
export interface CveRow {
  cve: string
  facts: CveFacts
}

/** The bytes of one file, decompressed or not (read/bytes.ts looks). */
export type Bytes = AsyncIterable<Uint8Array>

/** An outside source of CVE facts: one small module each. Its name is stored; it is never given another meaning. */
export interface CveSource extends About {
  kind: 'cve'
  title: string
  /** Several files of a folder are together the source; else each is whole, and the newest counts. */
  parts: boolean
  /** Bytes after decompression that are read at most. */
  maxBytes: number
  /**
   * The rows of one file. It may give some before it finds the file broken: nothing counts until it has ended well.
   * @throws SourceBroken with the place and what was expected
   */
  parse(file: Bytes): AsyncIterable<CveRow>
}

/** A file that must not be taken; the message is one sentence for the operator. */
export class SourceBroken extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SourceBroken'
  }
}

export const kibibytes = 1024
export const mebibytes = 1024 * kibibytes
