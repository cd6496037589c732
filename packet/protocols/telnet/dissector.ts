import type { ApplicationFacts, Direction, StreamStart } from '#packet/stream.ts'
import { TelnetLane } from './lane.ts'

const telnetPorts = new Set([23, 2323])

/** Telnet: known by option negotiation as the first thing either end says, or by text on its own ports. */
export class TelnetDissector {
  private readonly source = new TelnetLane()
  private readonly onPort: boolean

  constructor(start: StreamStart) {
    this.onPort = telnetPorts.has(start.destinationPort) || telnetPorts.has(start.sourcePort)
  }

  get alive(): boolean {
    return !this.source.full
  }

  get held(): number {
    return this.source.held
  }

  push(direction: Direction, bytes: Uint8Array): void {
    if (direction === 'source' && !this.source.full) this.source.push(bytes)
  }

  /** `starts`: the first bytes of each direction. Nothing else must have claimed the conversation. */
  finish(facts: ApplicationFacts, starts: Record<Direction, Uint8Array>): void {
    const { source } = this
    source.finish()
    const negotiates = opensWithOption(starts.source) || opensWithOption(starts.destination)
    const typed =
      this.onPort && !facts.http && !facts.tls && !facts.ssh && !source.binary && source.lines.length > 0
    if (!negotiates && !typed) return
    facts.protocols.add('telnet')
    facts.telnet = { lines: source.lines }
  }
}

/** IAC, then WILL, WONT, DO, DONT with an option number in use, or SB (RFC 855; IANA Telnet options). */
function opensWithOption(start: Uint8Array): boolean {
  const [first, command, option] = start
  if (first !== 255 || command === undefined || option === undefined) return false
  return command >= 250 && command <= 254 && (option <= 49 || option >= 138)
}
