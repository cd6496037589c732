import type { TelnetFacts } from '#model/protocols/telnet.ts'
import { type ByEnd, type Direction, ends, opposite, portOf, type StreamStart } from '#packet/stream.ts'
import type { Ending, Reader } from '../protocol.ts'
import { TelnetStreamParser } from './stream-parser.ts'

const telnetPorts = new Set([23, 2323])

/**
 * Telnet: known by option negotiation as the first thing either end says, or by text on its own ports. What a server
 * shows (banners, prompts, the echo of what was typed) is not typed: its lines count only for an end that is not on those.
 */
export class TelnetDissector implements Reader<TelnetFacts> {
  readonly #parsers = { source: new TelnetStreamParser(), destination: new TelnetStreamParser() }
  readonly #onPort: Record<Direction, boolean>

  constructor(start: StreamStart) {
    this.#onPort = {
      source: telnetPorts.has(portOf(start, 'source')),
      destination: telnetPorts.has(portOf(start, 'destination')),
    }
  }

  get alive(): boolean {
    return !this.#parsers.source.full || this.#reads('destination')
  }

  get bufferedBytes(): number {
    return this.#parsers.source.bufferedBytes + this.#parsers.destination.bufferedBytes
  }

  push(direction: Direction, bytes: Uint8Array): void {
    if (direction === 'source' ? !this.#parsers.source.full : this.#reads(direction))
      this.#parsers[direction].push(bytes)
  }

  /** What comes after a hole is typed, too. */
  gap(_direction: Direction, _bytes: number): void {}

  /** Text is Telnet's only where nothing else claimed the conversation. */
  finish({ protocols, asks, starts, claimed }: Ending): ByEnd<TelnetFacts> | null {
    const negotiates = opensWithOption(starts.source) || opensWithOption(starts.destination)
    const found: ByEnd<TelnetFacts> = { source: null, destination: null }
    for (const end of ends) {
      const parser = this.#parsers[end]
      parser.finish()
      const onPort = this.#onPort.source || this.#onPort.destination
      const typed = onPort && !claimed && !parser.binary && parser.lines.length > 0
      if (!typed && !(negotiates && end === 'source')) continue
      protocols.add('telnet')
      found[end] = { lines: parser.lines }
      if (typed && this.#onPort[opposite(end)] && !this.#onPort[end]) asks.add(end)
    }
    return (found.source ?? found.destination) ? found : null
  }

  /** A destination types only where the source is the server: a capture that began in the middle. */
  #reads(end: Direction): boolean {
    return this.#onPort[opposite(end)] && !this.#onPort[end] && !this.#parsers[end].full
  }
}

/** IAC, then WILL, WONT, DO, DONT with an option number in use, or SB (RFC 855; IANA Telnet options). */
function opensWithOption(start: Uint8Array): boolean {
  const [first, command, option] = start
  if (first !== 255 || command === undefined || option === undefined) return false
  return command >= 250 && command <= 254 && (option <= 49 || option >= 138)
}
