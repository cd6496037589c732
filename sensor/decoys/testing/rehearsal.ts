import type { DecoyEvent } from '#model/sensor/event.ts'
import type { AcceptedCredential, DecoyOptions, DecoyProtocol } from '#model/sensor/profile.ts'
import { DecoyKeys } from '../keys.ts'
import { Losses } from '../losses.ts'
import type { Machine, Talk } from '../protocols/emulation.ts'
import { Reading } from '../reading.ts'
import { Teller } from '../teller.ts'

const sometime = Date.UTC(2026, 0, 2, 3, 4, 5)

/** A conversation with an emulation without a socket: what was replied and told is kept, random bytes are always the same. */
export class Rehearsal extends Teller implements Talk {
  readonly events: DecoyEvent[] = []
  readonly replies: Buffer[] = []
  isOver = false
  isSecure = false
  isTooLong = false
  readonly mustWait = false
  #reading: Reading | null = null

  constructor(
    protocol: DecoyProtocol,
    options: DecoyOptions = {},
    credentials: readonly AcceptedCredential[] = [],
    transport: 'tcp' | 'udp' = 'tcp',
  ) {
    const events: DecoyEvent[] = []
    const nothing = () => {}
    super(
      {
        port: { port: 1, transport, protocol, options },
        credentials,
        sink: {
          event: (_flow, event) => events.push(event),
          opened: nothing,
          read: nothing,
          wrote: nothing,
          closed: nothing,
        },
        losses: new Losses(),
        keys: new DecoyKeys(),
        clock: () => sometime,
      },
      { transport, source: '192.0.2.1', sourcePort: 40_000, destination: '198.51.100.1', destinationPort: 1 },
    )
    this.events = events
  }

  override random(length: number): Buffer {
    return Buffer.from(Array.from({ length }, (_, index) => (index * 37 + 11) & 0xff))
  }

  reply(bytes: Uint8Array | string): void {
    this.replies.push(Buffer.from(bytes as Uint8Array))
  }

  end(): void {
    this.isOver = true
  }

  startTls(): void {
    this.isSecure = true
    // What follows would be TLS: here it goes on in the clear.
  }

  /** Says each text in turn. */
  hear(machine: Machine, ...said: readonly (string | Uint8Array)[]): this {
    this.#reading ??= new Reading(machine, this)
    for (const one of said)
      if (!this.isOver && !this.#reading.read(Buffer.from(one as Uint8Array))) {
        this.isTooLong = true
        this.end()
      }
    return this
  }

  get replied(): Buffer {
    return Buffer.concat(this.replies)
  }

  get text(): string {
    return this.replied.toString('utf8')
  }
}
