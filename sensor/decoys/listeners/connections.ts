import type { SensorLimits } from '#model/sensor/protocol.ts'
import { BySource } from './by-source.ts'
import type { FlowEnds } from '../interface.ts'
import type { LossReason } from '../losses.ts'

/** What is known here of a conversation. */
export interface Held {
  readonly flow: FlowEnds
  readonly place: { readonly limits: SensorLimits }
  readonly openedAt: number
  readonly lastAt: number
  /** It was ended from this side. */
  readonly isOver: boolean
  cut(reason: LossReason): void
  destroy(): void
}

/** Silence after which a conversation is ended; worms wait for answers, not for us. */
const idleMs = 120_000
/** How long somebody may take to close what we have ended. */
const leavingMs = 5000

/** All that is open, the oldest first; makes room for what is new by ending the oldest. */
export class Connections {
  readonly #all = new Set<Held>()
  readonly #bySource = new BySource<Held>()

  get size(): number {
    return this.#all.size
  }

  add(conversation: Held): void {
    const { limits } = conversation.place
    const { source } = conversation.flow
    while (this.#bySource.of(source).size >= limits.connectionsPerSource)
      this.#endOldest(this.#bySource.of(source), 'connections-source')
    while (this.#all.size >= limits.connections) this.#endOldest(this.#all, 'connections-total')
    this.#bySource.add(source, conversation)
    this.#all.add(conversation)
  }

  remove(conversation: Held): void {
    this.#all.delete(conversation)
    this.#bySource.delete(conversation.flow.source, conversation)
  }

  /** Ends what took its time or fell silent. */
  sweep(now: number): void {
    for (const conversation of this.#all) {
      const { connectionMs } = conversation.place.limits
      const silentMs = now - conversation.lastAt
      if (conversation.isOver && silentMs >= leavingMs) conversation.destroy()
      else if (now - conversation.openedAt >= connectionMs) conversation.cut('connection-time')
      else if (silentMs >= Math.min(idleMs, connectionMs)) conversation.cut('connection-idle')
    }
  }

  endAll(of: (held: Held) => boolean = () => true): void {
    for (const conversation of this.#all) if (of(conversation)) conversation.destroy()
  }

  #endOldest(among: ReadonlySet<Held>, reason: 'connections-source' | 'connections-total'): void {
    const [oldest] = among
    if (oldest === undefined) return
    oldest.cut(reason)
    this.remove(oldest)
  }
}
