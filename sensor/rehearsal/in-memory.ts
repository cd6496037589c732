import type { Socket } from 'node:net'
import { type Duplex, duplexPair } from 'node:stream'
import { defaultLimits } from '#model/sensor/protocol.ts'
import type { Certificates } from '../decoys/certificate/certificates.ts'
import { Connections } from '../decoys/listeners/connections.ts'
import { Conversation } from '../decoys/listeners/conversation.ts'
import { emulations } from '../decoys/protocols/table.ts'
import type { Setting } from '../decoys/teller.ts'
import { scanner } from './scanner.ts'

/** A decoy that is talked with over a stream in memory: the conversation is that of a listener, and its socket none. */
export interface InMemory {
  visitor: Duplex
  end(): void
}

export function conversationInMemory(setting: Setting, certificates: Certificates): InMemory {
  const { port } = setting
  const [visitor, theirs] = duplexPair()
  const place = {
    ...setting,
    emulation: emulations[port.protocol],
    connections: new Connections(),
    limits: defaultLimits,
    secureContext: () => certificates.contextFor(port.options?.hostname),
  }
  const flow = { ...scanner, transport: 'tcp', destinationPort: port.port } as const
  // It uses of a socket what every stream has.
  const decoy = new Conversation(place, flow, theirs as Duplex as Socket)
  theirs
    .on('data', (bytes: Buffer) => decoy.hear(bytes))
    .on('end', () => decoy.heardAll())
    .on('drain', () => decoy.drained())
    .on('error', () => undefined)
    .on('close', () => decoy.closed())
  visitor.on('error', () => undefined)
  decoy.begin()
  return { visitor, end: () => theirs.destroy() }
}
