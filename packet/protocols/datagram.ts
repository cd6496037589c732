import type { ApplicationFacts, Direction, Dissector, StreamStart } from '#packet/stream.ts'
import { limits } from '#packet/limits.ts'
import { recognisedNames } from './signatures.ts'

/** A conversation of datagrams: named by the first one of each direction. */
export class DatagramRecogniser implements Dissector {
  private readonly starts: Record<Direction, Uint8Array> = {
    source: new Uint8Array(),
    destination: new Uint8Array(),
  }
  private readonly start: StreamStart

  constructor(start: StreamStart) {
    this.start = start
  }

  push(direction: Direction, bytes: Uint8Array, _at: number): boolean {
    if (this.starts[direction].length === 0) this.starts[direction] = bytes.slice(0, limits.recogniseBytes)
    return this.starts[direction === 'source' ? 'destination' : 'source'].length === 0
  }

  /** Datagrams do not depend on each other. */
  gap(_direction: Direction, _bytes: number): void {}

  finish(facts: ApplicationFacts): void {
    for (const name of recognisedNames(this.starts, this.start)) facts.protocols.add(name)
  }
}
