/**
 * What sessions record of one protocol: its facts, the columns that hold them and the names GNQL asks for them by. The store and
 * the language walk these descriptions; how bytes become facts is told beside the parsers (packet/protocols).
 */
export interface RecordedProtocol<Facts> {
  /** The session's keys that hold the facts, as a session has them in which the protocol was not spoken. */
  absent: Facts
  /** The same facts when the destination says what the source said, and the source nothing: for the proofs of rules. */
  mirrored(facts: Facts): Facts
  columns: readonly RecordedColumn<Facts>[]
  /** What the destination said as a client: seldom anything, and never the source's doing. */
  destinationColumns?: readonly RecordedColumn<Facts>[]
  precondition?: RecordedPrecondition
}

/**
 * What shows that the source spoke it, so that rules that need the protocol are asked only of such sessions
 * (pipeline/tag/known-preconditions.ts). Without it the rules hold for the same sessions, and cost more.
 */
export interface RecordedPrecondition {
  /** Column, not of the destination's, that is neither empty nor 0 in every such session. */
  column: string
  /** Every list of texts among its columns is empty where that column is. */
  texts?: true
  /** It is text: who looks for it may as well look at the first bytes of the payload. */
  text?: true
  /** So many sessions hold it that the ports or the source of a rule leave fewer. */
  frequent?: true
}

/** The description of any protocol, for those who walk them. */
export interface AnyRecorded {
  absent: object
  mirrored(facts: never): object
  columns: readonly RecordedColumn<never>[]
  destinationColumns?: readonly RecordedColumn<never>[]
  precondition?: RecordedPrecondition
}

/** What a column holds; `word`: a text of few distinct values. */
export type ColumnKind = 'text' | 'word' | 'texts' | 'count' | 'numbers'

export interface RecordedColumn<Facts> {
  /** Column of `sessions`. Stored: never give a name another kind or meaning. */
  name: string
  kind: ColumnKind
  /** Of the protocol's part of a session; null where a layer above works it out (store/analytics/tables/sessions.ts). */
  value: ((facts: Facts) => unknown) | null
  field: RecordedField
  /** Its texts are searched for all rules at once: words of few values (a method, a version) tell too little. */
  searched?: true
}

/** How GNQL names a column: Arkime's word for it. The column's own name is an alias. */
export interface RecordedField {
  name: string
  title: string
  /** A value that completes an example. */
  example: string
  /** The title when not said. */
  about?: string
  aliases?: readonly string[]
  /** Values hold spaces, so that unquoted words after the first belong to them. */
  phrase?: true
}
