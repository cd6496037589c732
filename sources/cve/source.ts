import type { CveFacts } from '#model/cve.ts'

/** One CVE as one source tells of it. */
export interface CveRow {
  cve: string
  facts: CveFacts
}

/** The bytes of one file, decompressed or not (read/bytes.ts looks). */
export type Bytes = AsyncIterable<Uint8Array>

/** An outside source of CVE facts: one small module each. */
export interface CveSource {
  /** Stored; never given another meaning. */
  name: string
  title: string
  /** One sentence: what it gives. */
  gives: string
  licence: string
  /** Where it is fetched; "" for what only a folder holds. */
  url: string
  refreshHours: number
  /** Names of files that are this source's, when a folder is imported. */
  files: RegExp
  /** Fewer rows than this are no such file. */
  fewest: number
  /** Bytes after decompression that are read at most. */
  mostBytes: number
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
