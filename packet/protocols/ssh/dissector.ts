import {
  type ApplicationFacts,
  type Direction,
  opposite,
  portOf,
  type SshEnd,
  type StreamStart,
} from '#packet/stream.ts'
import { hassh, hasshString, parseKexInit } from './kexinit.ts'
import { SshLane } from './stream-parser.ts'

const ends = ['source', 'destination'] as const

/** SSH: who says what it is, and what it offers for the key exchange (HASSH). */
export class SshDissector {
  private readonly lanes: Record<Direction, SshLane> = { source: new SshLane(), destination: new SshLane() }
  private readonly start: StreamStart

  constructor(start: StreamStart) {
    this.start = start
  }

  get alive(): boolean {
    return this.lanes.source.alive || this.lanes.destination.alive
  }

  get held(): number {
    return this.lanes.source.held + this.lanes.destination.held
  }

  push(direction: Direction, bytes: Uint8Array): void {
    this.lanes[direction].push(bytes)
  }

  gap(direction: Direction): void {
    this.lanes[direction].gap()
  }

  finish(facts: ApplicationFacts): void {
    for (const end of ends) {
      this.lanes[end].finish()
      facts.ssh[end] = endOf(this.lanes[end])
    }
    if (!facts.ssh.source && !facts.ssh.destination) return
    facts.protocols.add('ssh')
    const client = this.client()
    if (!client) return
    facts.asks.add(client)
    if (this.lanes[opposite(client)].banner !== '') facts.answers.add(opposite(client))
  }

  /** Both ends introduce themselves alike: the client is who begins the key exchange, else who is not on SSH's port. */
  private client(): Direction | null {
    const beginning = ends.find((end) => this.lanes[end].begins)
    if (beginning) return beginning
    const onPort = ends.filter((end) => portOf(this.start, end) === 22)
    const other = onPort.length === 1 && onPort[0] ? opposite(onPort[0]) : null
    return other && this.lanes[other].banner !== '' ? other : null
  }
}

function endOf({ banner, kexInit, hostKey }: SshLane): SshEnd | null {
  if (banner === '') return null
  const offered = kexInit && parseKexInit(kexInit)
  const asClient = offered ? hasshString(offered, 'client') : ''
  const asServer = offered ? hasshString(offered, 'server') : ''
  return {
    banner,
    hasshString: asClient,
    hassh: asClient && hassh(asClient),
    hasshServerString: asServer,
    hasshServer: asServer && hassh(asServer),
    kex: offered?.kex ?? '',
    hostKey,
  }
}
