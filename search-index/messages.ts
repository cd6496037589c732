import type { MessagePort } from 'node:worker_threads'
import type { ValuesAsked } from './holders.ts'
import type { SavedIndex } from './index-file.ts'
import type { Segment } from './segment.ts'
import type { SegmentChange } from './segment-list.ts'
import type { Answer, Question } from './segments.ts'

/** Where an index is saved, and what makes it (index-file.ts). */
export interface IndexFile {
  path: string
  key: string
}

/** What the server's thread tells the one that builds. Segments are known by numbers. */
export type ToBuilder =
  /** An answer of the engine in Native format, in pieces; `keep` its rows for a later join. */
  | { kind: 'rows'; segment: number; pieces: Uint8Array<ArrayBuffer>[]; keep: boolean }
  | { kind: 'finish'; segment: number }
  /** Delta segments, oldest first, become one. */
  | { kind: 'join'; segment: number; of: number[] }
  | { kind: 'forget'; segments: number[] }
  | { kind: 'load'; file: IndexFile }
  /** Collects what it no longer needs. */
  | { kind: 'collect' }

export type FromBuilder =
  /** Rows were taken in. */
  | { kind: 'taken'; number: number }
  | { kind: 'built'; number: number; segment: Segment }
  | { kind: 'loaded'; number: 0; index: SavedIndex | null }
  | { kind: 'collected'; number: 0 }

/** What it tells the one that answers. */
export type ToAnswerer =
  | SegmentChange
  /** `place`: where in `cancelled` it says whether anybody still waits. */
  | { kind: 'search'; call: number; question: Question; steps: number; place: number }
  /**
   * Before anything else. `cancelled`: numbers that both sides share, not 0 once nobody waits for the answer. `aside`: where is asked
   * what takes so little that it is done in the middle of a question.
   */
  | { kind: 'begin'; cancelled: Int32Array; aside: MessagePort }
  | { kind: 'checksum'; call: number }
  | { kind: 'collect'; call: number }
  /** Writes the segments to a file. */
  | { kind: 'save'; call: number; file: IndexFile; manifest: unknown }

/** What takes so little that it waits for no question: how many documents hold a value, after so many changes of the segments. */
export interface ToAside {
  call: number
  changes: number
  asked: readonly ValuesAsked[]
}

export interface IndexSize {
  documents: number
  checksum: number
  /** Of all segments. */
  bytes: number
}

export type FromAnswerer = {
  call: number
  answer: Answer | IndexSize | number[][] | 'saved' | 'collected' | null
}
