import type { CveData } from '#model/cve.ts'
import type { Bytes } from '../formats/bytes.ts'
import type { About } from '../source.ts'

/** One CVE as one source tells of it. */
export interface CveRow {
  cve: string
  facts: CveData
}

/** An outside source of CVE facts: one small module each. Its name is stored; it is never given another meaning. */
export interface CveSource extends About {
  kind: 'cve'
  title: string
  /** Several files of a folder are together the source; else each is whole, and the newest counts. */
  isOfSeveralFiles: boolean
  /** Bytes after decompression that are read at most. */
  maxBytes: number
  /**
   * The rows of one file. It may give some before it finds the file broken: nothing counts until it has ended well.
   * @throws SourceRefused with the place and what was expected
   */
  parse(file: Bytes): AsyncIterable<CveRow>
}

export const kibibytes = 1024
export const mebibytes = 1024 * kibibytes
