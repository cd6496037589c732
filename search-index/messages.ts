import type { MessagePort } from 'node:worker_threads'
import type { RecordTexts } from '#store/analytics/ips/texts.ts'
import type { ValuesAsked } from './holders.ts'
import type { Segment } from './segment.ts'
import type { Answer, Question } from './segments.ts'

/** What the server's thread tells the one that builds. Segments are known by numbers. */
export type ToBuilder =
  /** An answer of the engine in Native format; `keep` its rows for a later join. */
  | { kind: 'rows'; segment: number; bytes: ArrayBuffer; keep: boolean }
  | { kind: 'finish'; segment: number }
  /** Delta segments, oldest first, become one. */
  | { kind: 'join'; segment: number; of: number[] }
  | { kind: 'forget'; segments: number[] }

export type FromBuilder =
  /** Rows were taken in. */
  { kind: 'taken'; number: number } | { kind: 'built'; number: number; segment: Segment }

/** What it tells the one that answers. */
export type ToAnswerer =
  /** A new base under the segments that are named, which stay; without it nothing is left. */
  | { kind: 'base'; number: number; segment: Segment; keep: number[] }
  | { kind: 'push'; number: number; segment: Segment }
  /** Takes the place of neighbours. */
  | { kind: 'join'; number: number; segment: Segment; of: number[] }
  | { kind: 'drop' }
  /** `cancel`: one number shared by both sides, not 0 once nobody waits for the answer. */
  | { kind: 'search'; call: number; question: Question; steps: number; cancel: Int32Array }
  /** Where is asked what takes so little that it is done in the middle of a question. */
  | { kind: 'aside'; port: MessagePort }
  | { kind: 'checksum'; call: number }

/** What takes so little that it waits for no question: documents, or how many hold a value, after so many changes of the segments. */
export type ToAside = { call: number; changes: number } & AsideQuestion

export type AsideQuestion =
  | { kind: 'documents'; keys: string[] }
  | { kind: 'holders'; asked: readonly ValuesAsked[] }

export interface IndexSize {
  documents: number
  checksum: number
  /** Of all segments. */
  bytes: number
}

export type FromAnswerer = { call: number; answer: Answer | IndexSize | RecordTexts | number[][] | null }
