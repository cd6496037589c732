import {
  type ApplicationFacts,
  type Direction,
  type Dissector,
  ends,
  type StreamStart,
} from '#packet/stream.ts'
import type { Pass, Protocol, Reader } from './protocol.ts'
import type { Signatures } from './signatures.ts'
import { StreamHead } from './stream-head.ts'

interface Reading {
  name: string
  stream: NonNullable<Protocol['stream']>
  /** Places of those that read what this one passes on. */
  followers: readonly number[]
}

/** What every stream of a table has in common: found once, since most streams are short. */
interface Streams {
  readings: readonly Reading[]
  /** Places of those that are given every byte. */
  first: readonly number[]
  signatures: Signatures
}

export function streamReading(
  protocols: readonly Protocol[],
  signatures: Signatures,
): (start: StreamStart) => Dissector {
  const reading = protocols.filter(({ stream }) => stream !== undefined)
  const after = (name: string | undefined): number[] =>
    reading.flatMap((protocol, place) => (protocol.after === name ? [place] : []))
  const readings = reading.map(({ name, stream }): Reading => ({
    name,
    stream: stream!,
    followers: after(name),
  }))
  const streams = { readings, first: after(undefined), signatures }
  return (start) => new StreamRecogniser(start, streams)
}

const passNowhere: Pass = () => {}

/**
 * Lets every protocol look at the same bytes; each gives up on its own. They choose by the content of either direction, never by the
 * port alone, and what is found does not depend on how the bytes are cut into pieces.
 */
class StreamRecogniser implements Dissector {
  readonly #heads = { source: new StreamHead(), destination: new StreamHead() }
  readonly #readers: readonly Reader<unknown>[]
  readonly #start: StreamStart
  readonly #streams: Streams

  constructor(start: StreamStart, streams: Streams) {
    this.#start = start
    this.#streams = streams
    this.#readers = streams.readings.map(({ stream, followers }) =>
      stream(start, followers.length === 0 ? passNowhere : this.#passTo(followers)),
    )
  }

  get bufferedBytes(): number {
    let held = 0
    for (const reader of this.#readers) held += reader.bufferedBytes
    return held
  }

  push(direction: Direction, bytes: Uint8Array, _at: number): boolean {
    this.#heads[direction].push(bytes)
    const { first } = this.#streams
    for (let i = 0; i < first.length; i++) this.#readers[first[i]!]!.push(direction, bytes)
    for (const reader of this.#readers) if (reader.alive) return true
    return false
  }

  gap(direction: Direction, bytes: number): void {
    this.#heads[direction].gap()
    for (const reader of this.#readers) reader.gap(direction, bytes)
  }

  finish(facts: ApplicationFacts): void {
    const starts = { source: this.#heads.source.bytes, destination: this.#heads.destination.bytes }
    finishReaders(facts, this.#readers, { names: this.#streams.readings, starts })
    for (const name of this.#streams.signatures.names(starts, this.#start)) facts.protocols.add(name)
    if (this.#start.opened) return
    for (const end of ends) {
      const role = this.#streams.signatures.role(starts[end], end, this.#start)
      if (role) facts[role].add(end)
    }
  }

  #passTo(followers: readonly number[]): Pass {
    return (direction, bytes) => {
      for (const place of followers) this.#readers[place]!.push(direction, bytes)
    }
  }
}

/** Takes over what each of them found, in the order of the table. */
export function finishReaders(
  { protocols, asks, answers, found }: ApplicationFacts,
  readers: readonly Reader<unknown>[],
  { names, starts }: { names: readonly { name: string }[]; starts: Readonly<Record<Direction, Uint8Array>> },
): void {
  const ending = { protocols, asks, answers, starts, claimed: false }
  for (let place = 0; place < readers.length; place++) {
    const by = readers[place]!.finish(ending)
    if (!by) continue
    found.set(names[place]!.name, by)
    ending.claimed = true
  }
}
