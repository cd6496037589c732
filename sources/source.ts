import type { SourceInput } from './formats/unpack.ts'
import type { NameList } from './lookup-tables/rows.ts'
import type { Matching } from './ranges/flatten.ts'
import type { NetworkRows } from './ranges/rows.ts'

/** What every source says about itself; a source is one module that exports one of these. */
export interface About {
  /** Also the name on the command line. */
  name: string
  /** One line: what it gives. */
  gives: string
  /** SPDX name, or in words; and whom to name in the product where the licence asks for it. */
  licence: string
  credit: string
  /** Page of who publishes it. */
  home: string
  /** Files that are fetched; all together are the source. Empty: only by import. */
  urls: readonly string[]
  /** How often a new one is worth fetching, hours. */
  refreshHours: number
  /** Which files of a folder are this source: tested against the path below the folder, without .gz or .zst. */
  files: RegExp
  /** Fewer rows than that are no such file, whatever stands in them. */
  minRows: number
}

/** Counts what a parser could not read; too many, and the file is refused. */
export type Bad = (what: string) => void

export interface NetworkSource extends About {
  kind: 'networks'
  matching: Matching
  /** Adds the rows of one file. @throws SourceRefused */
  read: (input: SourceInput, rows: NetworkRows, bad: Bad) => void
}

export interface NameSource extends About {
  kind: 'names'
  read: (input: SourceInput, rows: NameList, bad: Bad) => void
}

export type Source = NetworkSource | NameSource

/** A list of others: vetted actors, or addresses that a named source saw attacking. Its rows are read by the server. */
export interface ListSource extends About {
  kind: 'actors' | 'sightings'
}

/** Whether a source is kept as a file of ours: facts about addresses and fingerprints. */
export const isAddressSource = (source: About & { kind: string }): source is Source =>
  source.kind === 'networks' || source.kind === 'names'
