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

export function factsOf(dissector: Dissector): ApplicationFacts {
  const facts: ApplicationFacts = { protocols: new Set(), http: null, tls: null, ssh: null, telnet: null }
  dissector.finish(facts)
  return facts
}

/** The facts of a conversation made of these pieces. */
export function dissected(pieces: Piece[], start: StreamStart = toPort(12_345)): ApplicationFacts {
  const dissector = openDissector(start)
  for (const [direction, bytes] of pieces) dissector.push(direction, bytes, 0)
  return factsOf(dissector)
}

/** The same conversation with every byte in a piece of its own. */
export const byteByByte = (pieces: Piece[]): Piece[] =>
  pieces.flatMap(([direction, bytes]) =>
    Array.from(bytes, (_, at): Piece => [direction, bytes.slice(at, at + 1)]),
  )
