import { type ApplicationFacts, type Direction, opposite, portOf, type StreamStart } from '#packet/stream.ts'
import { TelnetStreamParser } from './stream-parser.ts'

const telnetPorts = new Set([23, 2323])
const ends = ['source', 'destination'] as const

/**
 * Telnet: known by option negotiation as the first thing either end says, or by text on its own ports. What a server
 * shows (banners, prompts, the echo of what was typed) is not typed: its lines count only for an end that is not on those.
 */
export class TelnetDissector {
  private readonly parsers = { source: new TelnetStreamParser(), destination: new TelnetStreamParser() }
  private readonly onPort: Record<Direction, boolean>

  constructor(start: StreamStart) {
    this.onPort = {
      source: telnetPorts.has(portOf(start, 'source')),
      destination: telnetPorts.has(portOf(start, 'destination')),
    }
  }

  get alive(): boolean {
    return !this.parsers.source.full || this.reads('destination')
  }

  get held(): number {
    return this.parsers.source.held + this.parsers.destination.held
  }

  push(direction: Direction, bytes: Uint8Array): void {
    if (direction === 'source' ? !this.parsers.source.full : this.reads(direction))
      this.parsers[direction].push(bytes)
  }

  /** `starts`: the first bytes of each direction. Nothing else must have claimed the conversation. */
  finish(facts: ApplicationFacts, starts: Record<Direction, Uint8Array>): void {
    const negotiates = opensWithOption(starts.source) || opensWithOption(starts.destination)
    const claimed = [facts.http, facts.tls, facts.ssh].some(
      ({ source, destination }) => source ?? destination,
    )
    for (const end of ends) {
      const parser = this.parsers[end]
      parser.finish()
      const onPort = this.onPort.source || this.onPort.destination
      const typed = onPort && !claimed && !parser.binary && parser.lines.length > 0
      if (!typed && !(negotiates && end === 'source')) continue
      facts.protocols.add('telnet')
      facts.telnet[end] = { lines: parser.lines }
      if (typed && this.onPort[opposite(end)] && !this.onPort[end]) facts.asks.add(end)
    }
  }

  /** A destination types only where the source is the server: a capture that began in the middle. */
  private reads(end: Direction): boolean {
    return this.onPort[opposite(end)] && !this.onPort[end] && !this.parsers[end].full
  }
}

/** IAC, then WILL, WONT, DO, DONT with an option number in use, or SB (RFC 855; IANA Telnet options). */
function opensWithOption(start: Uint8Array): boolean {
  const [first, command, option] = start
  if (first !== 255 || command === undefined || option === undefined) return false
  return command >= 250 && command <= 254 && (option <= 49 || option >= 138)
}
