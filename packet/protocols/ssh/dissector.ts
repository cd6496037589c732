import { type ByEnd, type Direction, ends, opposite, portOf, type StreamStart } from '#packet/stream.ts'
import type { Ending, Reader } from '../protocol.ts'
import type { SshEnd } from './facts.ts'
import { hassh, hasshString, parseKexInit } from './kexinit.ts'
import { SshStreamParser } from './stream-parser.ts'

/** SSH: who says what it is, and what it offers for the key exchange (HASSH). */
export class SshDissector implements Reader<SshEnd> {
  readonly #parsers: Record<Direction, SshStreamParser> = {
    source: new SshStreamParser(),
    destination: new SshStreamParser(),
  }
  readonly #start: StreamStart

  constructor(start: StreamStart) {
    this.#start = start
  }

  get alive(): boolean {
    return this.#parsers.source.alive || this.#parsers.destination.alive
  }

  get bufferedBytes(): number {
    return this.#parsers.source.bufferedBytes + this.#parsers.destination.bufferedBytes
  }

  push(direction: Direction, bytes: Uint8Array): void {
    this.#parsers[direction].push(bytes)
  }

  gap(direction: Direction): void {
    this.#parsers[direction].gap()
  }

  finish({ protocols, asks, answers }: Ending): ByEnd<SshEnd> | null {
    for (const end of ends) this.#parsers[end].finish()
    const found = { source: endOf(this.#parsers.source), destination: endOf(this.#parsers.destination) }
    if (!found.source && !found.destination) return null
    protocols.add('ssh')
    const client = this.#client()
    if (client) {
      asks.add(client)
      if (this.#parsers[opposite(client)].banner !== '') answers.add(opposite(client))
    }
    return found
  }

  /** Both ends introduce themselves alike: the client is who begins the key exchange, else who is not on SSH's port. */
  #client(): Direction | null {
    const beginning = ends.find((end) => this.#parsers[end].begins)
    if (beginning) return beginning
    const onPort = ends.filter((end) => portOf(this.#start, end) === 22)
    const other = onPort.length === 1 && onPort[0] ? opposite(onPort[0]) : null
    return other && this.#parsers[other].banner !== '' ? other : null
  }
}

function endOf({ banner, kexInit, hostKey }: SshStreamParser): SshEnd | null {
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
