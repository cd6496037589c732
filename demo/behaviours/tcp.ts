import { ephemeralPort, moment, type Actor } from '../behaviour.ts'
import type { Exchange, SynShape, TcpPlay, Turn } from '../exchange.ts'
import type { Random } from '../random.ts'
import { target } from '../targets.ts'

export interface Knock {
  port: number
  syn: SynShape
  outcome?: TcpPlay['outcome']
  turns?: (destination: string) => Turn[]
  ipId?: Exchange['ipId']
  ttl?: number
  at?: number
  destination?: string
}

/** One TCP conversation of an actor at some moment of the day. */
export function knock(actor: Actor, midnight: number, random: Random, shape: Knock): Exchange {
  const destination = shape.destination ?? target(actor, random)
  const outcome = shape.outcome ?? (shape.turns ? 'open' : 'none')
  return {
    at: shape.at ?? moment(midnight, random),
    source: actor.address,
    sourcePort: ephemeralPort(random),
    destination,
    destinationPort: shape.port,
    ttl: shape.ttl ?? random.pick([44, 47, 49, 51, 53, 108, 113, 238, 241]),
    ...(shape.ipId !== undefined && { ipId: shape.ipId }),
    play: { kind: 'tcp', outcome, syn: shape.syn, turns: shape.turns?.(destination) ?? [] },
  }
}

/** `min` to `max` of the same kind in a day. */
export function several(
  random: Random,
  min: number,
  max: number,
  make: (at: number) => Exchange,
): Exchange[] {
  return Array.from({ length: random.int(min, max) }, (_, at) => make(at))
}
