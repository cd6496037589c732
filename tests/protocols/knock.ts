import type { RecordedProtocol } from '#model/protocols/recorded.ts'
import { firstOf } from '#packet/protocols/first-of.ts'
import { latin1 } from '#packet/protocols/latin1.ts'
import type { Ending, Protocol, Reader } from '#packet/protocols/protocol.ts'
import { type ByEnd, type Direction, ends } from '#packet/stream.ts'

/**
 * A protocol that nobody speaks: a client says "KNOCK door" line by line, a server "OPEN door". It stands in no table of the
 * product; everything that any layer knows of it is here.
 */
export interface KnockFacts {
  doors: string[]
  count: number
}

export interface KnockSession {
  knock: KnockFacts | null
}

const record: RecordedProtocol<KnockSession> = {
  absent: { knock: null },
  mirrored: () => ({ knock: null }),
  precondition: { column: 'knock_count', texts: true, text: true },
  columns: [
    {
      name: 'knock_door',
      kind: 'texts',
      value: (s) => s.knock?.doors ?? [],
      field: { name: 'knock.door', title: 'Doors knocked at', example: 'cellar' },
    },
    {
      name: 'knock_count',
      kind: 'count',
      value: (s) => s.knock?.count ?? 0,
      field: { name: 'knock.count', title: 'Knocks', example: '>1' },
    },
  ],
}

class KnockReader implements Reader<KnockFacts> {
  readonly alive = true
  readonly #said: Record<Direction, string> = { source: '', destination: '' }

  get bufferedBytes(): number {
    return this.#said.source.length + this.#said.destination.length
  }

  push(direction: Direction, bytes: Uint8Array): void {
    this.#said[direction] = (this.#said[direction] + latin1(bytes)).slice(0, 1000)
  }

  gap(): void {}

  finish({ protocols }: Ending): ByEnd<KnockFacts> | null {
    const found: ByEnd<KnockFacts> = { source: null, destination: null }
    for (const end of ends) {
      const doors = [...this.#said[end].matchAll(/^KNOCK (\w+)\n/gm)].map(([, door]) => door!)
      if (doors.length > 0) found[end] = { doors, count: doors.length }
    }
    if (!found.source && !found.destination) return null
    protocols.add('knock')
    return found
  }
}

export const knock: Protocol<KnockFacts, KnockSession> = {
  name: 'knock',
  record,
  signatures: String.raw`
knock  tcp  source       -  KNOCK\x20
knock  tcp  destination  -  OPEN\x20
`,
  stream: () => new KnockReader(),
  add: (first, later) => ({
    doors: firstOf(100, first.doors, later.doors),
    count: first.count + later.count,
  }),
  recorded: ({ source }) => ({ knock: source }),
}
