import type { HttpFacts, SshFacts, TelnetFacts, TlsFacts } from '#model/session.ts'
import { noFacts, sshFacts } from '#packet/flows/facts.ts'
import type { ApplicationFacts, Direction, Dissector, StreamStart } from '#packet/stream.ts'
import { openDissector } from '../recognise.ts'

/** Bytes one end said, in the order of the conversation. */
export type Piece = [direction: Direction, bytes: Uint8Array]

export const toPort = (destinationPort: number): StreamStart => ({
  transport: 'tcp',
  sourcePort: 40_000,
  destinationPort,
})

export const text = (value: string): Uint8Array => Buffer.from(value, 'latin1')
export const asks = (value: string): Piece => ['source', text(value)]
export const answers = (value: string): Piece => ['destination', text(value)]

/** Facts as a conversation carries them: the source's by their plain names. */
export interface Found extends Pick<ApplicationFacts, 'protocols' | 'asks' | 'answers'> {
  http: HttpFacts | null
  tls: TlsFacts | null
  telnet: TelnetFacts | null
  ssh: SshFacts | null
  destination: { http: HttpFacts | null; tls: TlsFacts | null; telnet: TelnetFacts | null }
}

export function factsOf(dissector: Dissector): Found {
  const facts = noFacts()
  dissector.finish(facts)
  const { protocols, asks, answers, http, tls, telnet, ssh } = facts
  return {
    protocols,
    asks,
    answers,
    http: http.source,
    tls: tls.source,
    telnet: telnet.source,
    ssh: sshFacts(ssh),
    destination: { http: http.destination, tls: tls.destination, telnet: telnet.destination },
  }
}

/** The facts of a conversation made of these pieces. */
export function dissected(pieces: Piece[], start: StreamStart = toPort(12_345)): Found {
  const dissector = openDissector(start)
  for (const [direction, bytes] of pieces) dissector.push(direction, bytes, 0)
  return factsOf(dissector)
}

/** The same conversation with every byte in a piece of its own. */
export const byteByByte = (pieces: Piece[]): Piece[] =>
  pieces.flatMap(([direction, bytes]) =>
    Array.from(bytes, (_, at): Piece => [direction, bytes.slice(at, at + 1)]),
  )
