import type { ProtocolFacts } from '#model/protocols/table.ts'
import { noFacts } from '#packet/flows/facts.ts'
import type { ApplicationFacts, Direction, Dissector, StreamStart } from '#packet/stream.ts'
import { applications } from '../table.ts'

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
export interface Found
  extends
    Pick<ApplicationFacts, 'protocols' | 'asks' | 'answers'>,
    Pick<ProtocolFacts, 'http' | 'tls' | 'telnet' | 'ssh'> {
  destination: Pick<ProtocolFacts, 'http' | 'tls' | 'telnet'>
}

export function factsOf(dissector: Dissector): Found {
  const facts = noFacts()
  dissector.finish(facts)
  const { protocols, asks, answers } = facts
  const { http, tls, telnet, ssh, destinationHttp, destinationTls, destinationTelnet } =
    applications.recorded(facts)
  const destination = { http: destinationHttp, tls: destinationTls, telnet: destinationTelnet }
  return { protocols, asks, answers, http, tls, telnet, ssh, destination }
}

/** The facts of a conversation made of these pieces. */
export function dissected(pieces: Piece[], start: StreamStart = toPort(12_345)): Found {
  const dissector = applications.open(start)
  for (const [direction, bytes] of pieces) dissector.push(direction, bytes, 0)
  return factsOf(dissector)
}

/** The same conversation with every byte in a piece of its own. */
export const byteByByte = (pieces: Piece[]): Piece[] =>
  pieces.flatMap(([direction, bytes]) =>
    Array.from(bytes, (_, at): Piece => [direction, bytes.slice(at, at + 1)]),
  )
