import type { Trust } from '#model/evidence.ts'
import type { Bytes } from '#sources/formats/bytes.ts'

export interface ImportInput {
  name: string
  /** Of a list that an operator names; known sources know theirs. */
  kind?: 'actors' | 'sightings' | undefined
  /** What the word of a list does to a verdict; as it stands when it is not said, and nothing for a new one. */
  trust?: Trust | undefined
  licence?: string | undefined
  reference?: string | undefined
  /** Take it although it is much smaller than what stands. What cannot be read is never taken. */
  force: boolean
  /** CVEs only: what the files do not name stays as it is. */
  add: boolean
  /** Where the files came from, for people. */
  from: readonly string[]
}
/** What came of a file that was taken. */
export interface Receipt {
  name: string
  rows: number
  /** Rows that stood before; 0 when there were none. */
  before: number
  added: number
  removed: number
  changed: number
  /** Rows that could not be read or used, and rows of private and reserved ranges: both were left out. */
  unreadable: number
  reserved: number
}
export type Files = Iterable<Bytes> | AsyncIterable<Bytes>
