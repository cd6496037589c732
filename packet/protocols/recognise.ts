import type { ApplicationFacts, Direction, Dissector, StreamStart } from '#packet/stream.ts'
import { DatagramRecogniser } from './datagram.ts'
import { HttpDissector } from './http/dissector.ts'
import { StreamHead } from './stream-head.ts'
import { SshDissector } from './ssh/dissector.ts'
import { recognisedNames, streamRole } from './signatures.ts'
import { TelnetDissector } from './telnet/dissector.ts'
import { TlsDissector } from './tls/dissector.ts'

/**
 * The dissector of one conversation. It chooses by the content of either direction, never by the port alone, and
 * what it finds does not depend on how the bytes are cut into pieces. Datagrams are judged by their first bytes only.
 */
export function openDissector(start: StreamStart): Dissector {
  return start.transport === 'udp' ? new DatagramRecogniser(start) : new StreamRecogniser(start)
}

/** Lets every protocol look at the same bytes; each gives up on its own. */
class StreamRecogniser implements Dissector {
  private readonly heads = { source: new StreamHead(), destination: new StreamHead() }
  private readonly tls = new TlsDissector()
  // TLS looks only at what HTTP does not claim: a hello inside an uploaded file is not one of this stream.
  private readonly http = new HttpDissector((direction, bytes) => this.tls.push(direction, bytes))
  private readonly ssh: SshDissector
  private readonly telnet: TelnetDissector
  private readonly start: StreamStart

  constructor(start: StreamStart) {
    this.start = start
    this.ssh = new SshDissector(start)
    this.telnet = new TelnetDissector(start)
  }

  get held(): number {
    return this.http.held + this.tls.held + this.ssh.held + this.telnet.held
  }

  push(direction: Direction, bytes: Uint8Array, _at: number): boolean {
    this.heads[direction].push(bytes)
    this.http.push(direction, bytes)
    this.ssh.push(direction, bytes)
    this.telnet.push(direction, bytes)
    return this.http.alive || this.tls.alive || this.ssh.alive || this.telnet.alive
  }

  gap(direction: Direction, bytes: number): void {
    this.heads[direction].gap()
    this.http.gap(direction, bytes)
    this.tls.gap(direction)
    this.ssh.gap(direction)
  }

  finish(facts: ApplicationFacts): void {
    const starts = { source: this.heads.source.bytes, destination: this.heads.destination.bytes }
    this.http.finish(facts)
    this.tls.finish(facts, starts)
    this.ssh.finish(facts)
    this.telnet.finish(facts, starts)
    for (const name of recognisedNames(starts, this.start)) facts.protocols.add(name)
    for (const end of ['source', 'destination'] as const) {
      const role = streamRole(starts[end], end, this.start)
      if (role) facts[role].add(end)
    }
  }
}
