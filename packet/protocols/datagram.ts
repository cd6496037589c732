import {
  type ApplicationFacts,
  type Direction,
  type Dissector,
  ends,
  opposite,
  portOf,
  type StreamStart,
} from '#packet/stream.ts'
import { limits } from '#packet/limits.ts'
import { noBytes } from './bytes.ts'
import type { Protocol, Reader } from './protocol.ts'
import { datagramRole } from './roles.ts'
import type { Signatures } from './signatures.ts'
import { finishReaders } from './stream-recogniser.ts'

interface Reading {
  name: string
  datagrams: NonNullable<Protocol['datagrams']>
}

export function datagramReading(
  protocols: readonly Protocol[],
  signatures: Signatures,
): (start: StreamStart) => Dissector {
  const readings = protocols.flatMap(({ name, datagrams }): Reading[] =>
    datagrams ? [{ name, datagrams }] : [],
  )
  return (start) => new DatagramRecogniser(start, readings, signatures)
}

/** A conversation of datagrams: named by the first one of each direction; what protocols look for may come in any of them. */
class DatagramRecogniser implements Dissector {
  readonly #starts: Record<Direction, Uint8Array> = {
    source: noBytes,
    destination: noBytes,
  }
  readonly #start: StreamStart
  readonly #readings: readonly Reading[]
  readonly #readers: readonly Reader<unknown>[]
  readonly #signatures: Signatures

  constructor(start: StreamStart, readings: readonly Reading[], signatures: Signatures) {
    this.#start = start
    this.#readings = readings
    this.#readers = readings.map(({ datagrams }) => datagrams(start))
    this.#signatures = signatures
  }

  get bufferedBytes(): number {
    let held = 0
    for (const reader of this.#readers) held += reader.bufferedBytes
    return held
  }

  push(direction: Direction, bytes: Uint8Array, _at: number): boolean {
    if (this.#starts[direction].length === 0) this.#starts[direction] = bytes.slice(0, limits.recogniseBytes)
    for (const reader of this.#readers) reader.push(direction, bytes)
    return true
  }

  /** Datagrams do not depend on each other. */
  gap(_direction: Direction, _bytes: number): void {}

  finish(facts: ApplicationFacts): void {
    finishReaders(facts, this.#readers, { names: this.#readings, starts: this.#starts })
    for (const name of this.#signatures.names(this.#starts, this.#start)) facts.protocols.add(name)
    for (const end of ends) {
      const role = datagramRole(
        this.#starts[end],
        portOf(this.#start, end),
        portOf(this.#start, opposite(end)),
      )
      // A hello is a request, whatever its packet looks like.
      if (role === 'asks' || (role && !facts.asks.has(end))) facts[role].add(end)
    }
  }
}
