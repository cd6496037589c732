import type { NamedEnds } from '#packet/flows/key.ts'

/** A stored capture and the conversations that are wanted of it. */
export interface CaptureToRead {
  path: string
  /** What its interface is called in the file. */
  sensor: string
  shiftMs: number
  flows: readonly NamedEnds[]
}

export interface Gathered {
  packets: number
  bytes: number
}

export type ToGatherThread =
  /** Begin a file. */
  | ({ kind: 'begin' } & GatherData)
  /** Read these next, and say so. */
  | { kind: 'captures'; captures: CaptureToRead[] }
  /** There are no more. */
  | { kind: 'end' }

export type FromGatherThread =
  /** What was given is read. */
  | ({ kind: 'read' } & Gathered)
  | ({ kind: 'done'; sha256: string } & Gathered)
  | { kind: 'too-large' }
  | { kind: 'failed'; message: string }

export interface GatherData {
  output: string
  /** Bytes that the file may have. */
  limit: number
}
