import { decoy } from './decoy.ts'
import { http } from './http.ts'
import type { AnyRecorded, RecordedColumn, RecordedProtocol } from './recorded.ts'
import { ssh } from './ssh.ts'
import { telnet } from './telnet.ts'
import { tls } from './tls.ts'

/**
 * Every protocol of which sessions record more than its name. packet/protocols/table.ts tells under the same names how each is
 * read; neither compiles without the other.
 */
export const recordedProtocols = { http, tls, ssh, telnet, decoy } as const

export type RecordedName = keyof typeof recordedProtocols

/** The session's part of one of them. */
export type RecordedFacts<Recorded> = Recorded extends RecordedProtocol<infer Facts> ? Facts : never
type Every<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** What a session holds of all of them. */
export type ProtocolFacts = Every<RecordedFacts<(typeof recordedProtocols)[RecordedName]>>

/** Of a conversation in which none was spoken. Sessions of releases that did not know one of them lack its keys. */
export const noProtocolFacts = Object.assign(
  {},
  ...Object.values(recordedProtocols).map(({ absent }) => absent),
) as ProtocolFacts

export const allRecorded: readonly AnyRecorded[] = Object.values(recordedProtocols)

/** All columns: what sources said and were answered, then what destinations said as clients. */
export const recordedColumns = (protocols: readonly AnyRecorded[]): readonly RecordedColumn<never>[] => [
  ...protocols.flatMap(({ columns }) => columns),
  ...protocols.flatMap(({ destinationColumns = [] }) => destinationColumns),
]
