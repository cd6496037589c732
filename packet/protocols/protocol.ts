import type { AnyRecorded } from '#model/protocols/recorded.ts'
import type { ApplicationFacts, ByEnd, Direction, StreamStart } from '#packet/stream.ts'

/** One protocol: how it is recognised, read and added up here, and what layers above record of it. */
export interface Protocol<Facts = unknown, Recorded extends object = object> {
  /** As conversations name it. */
  name: string
  /** What sessions record, as columns and as fields of GNQL: in the model, since those who read it may not import this. */
  record: AnyRecorded
  /** First bytes that name it, as rows of signatures.ts; which side says them tells who asked. */
  signatures?: string
  /** Reads a stream, a direction at a time; what it finds may not depend on how the bytes are cut. */
  stream?(start: StreamStart, pass: Pass): Reader<Facts>
  /** It is given only those bytes of a stream that the protocol of this name passes on. */
  after?: string
  /** Reads datagrams. */
  datagrams?(start: StreamStart): Reader<Facts>
  /** What a later connection on the same ends and ports adds to what one end said. Lists go on within limits.ts. */
  add(first: Facts, later: Facts): Facts
  /** Lets go what takes room without bound; what is counted stays whole. */
  shorten?(facts: Facts): void
  /** The session's part, from what each end said. */
  recorded(facts: ByEnd<Facts>): Recorded
}

/** Hands on bytes of a stream that are no message of the protocol that reads it: another may follow inside. */
export type Pass = (direction: Direction, bytes: Uint8Array) => void

/** Reads one conversation for one protocol. It stays within limits.ts and never throws on any bytes. */
export interface Reader<Facts> {
  /** It wants more bytes of some direction. */
  readonly alive: boolean
  /** Bytes it keeps by now, roughly. */
  readonly bufferedBytes: number
  push(direction: Direction, bytes: Uint8Array): void
  /** A hole of `bytes` was skipped: resynchronise or give up. */
  gap(direction: Direction, bytes: number): void
  /** What each end said; null when the protocol was not spoken. Adds names, and who asked and who answered, to `end`. */
  finish(end: Ending): ByEnd<Facts> | null
}

export interface Ending extends Pick<ApplicationFacts, 'protocols' | 'asks' | 'answers'> {
  /** First bytes of each direction; empty when that end said nothing. */
  starts: Readonly<Record<Direction, Uint8Array>>
  /** Some protocol before this one in the table was spoken: what looks like text may be its. */
  readonly claimed: boolean
}
