import type { ApplicationFacts, Direction, StreamStart } from '#packet/stream.ts'
import { hassh, hasshString, parseKexInit } from './kexinit.ts'
import { SshLane } from './lane.ts'

/** SSH: who says what it is, and what it offers for the key exchange (HASSH). */
export class SshDissector {
  private readonly lanes: Record<Direction, SshLane> = { source: new SshLane(), destination: new SshLane() }
  private readonly client: SshLane
  private readonly server: SshLane

  constructor(start: StreamStart) {
    // A capture joined in the middle can have the ends the wrong way round; the port of the server tells.
    const reversed = start.sourcePort === 22 && start.destinationPort !== 22
    this.client = reversed ? this.lanes.destination : this.lanes.source
    this.server = reversed ? this.lanes.source : this.lanes.destination
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
    const { client, server } = this
    client.finish()
    server.finish()
    if (client.banner === '' && server.banner === '') return
    facts.protocols.add('ssh')
    const offered = client.kexInit && parseKexInit(client.kexInit)
    const answered = server.kexInit && parseKexInit(server.kexInit)
    const clientText = offered ? hasshString(offered, 'client') : ''
    const serverText = answered ? hasshString(answered, 'server') : ''
    facts.ssh = {
      clientVersion: client.banner,
      serverVersion: server.banner,
      hassh: clientText && hassh(clientText),
      hasshString: clientText,
      hasshServer: serverText && hassh(serverText),
      hasshServerString: serverText,
      clientKex: offered?.kex ?? '',
      hostKey: server.hostKey,
    }
  }
}
