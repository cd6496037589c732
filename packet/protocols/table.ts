import type { recordedProtocols, RecordedName, RecordedFacts } from '#model/protocols/table.ts'
import type { Applications } from '#packet/stream.ts'
import { applicationsOf } from './applications.ts'
import { decoy } from './decoy/protocol.ts'
import { http } from './http/protocol.ts'
import type { Protocol } from './protocol.ts'
import { ssh } from './ssh/protocol.ts'
import { telnet } from './telnet/protocol.ts'
import { tls } from './tls/protocol.ts'

/**
 * Every protocol that is read, in the order in which they claim a conversation: Telnet is last, since what it takes for typed may be
 * another's. What a decoy told is read by none of them. Protocols that are only named stand in signatures.ts.
 */
const table = { http, tls, ssh, telnet, decoy } satisfies {
  [Name in RecordedName]: Protocol<unknown, RecordedFacts<(typeof recordedProtocols)[Name]>>
}

export const protocols: readonly Protocol[] = Object.values(table)

export const applications: Applications = applicationsOf(protocols)
