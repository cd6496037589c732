import type { SensorLimits } from '#model/sensor/protocol.ts'
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
  readonly #bySource = new Map<string, Set<Held>>()

  get size(): number {
    return this.#all.size
  }

  add(conversation: Held): void {
    const { limits } = conversation.place
    const { source } = conversation.flow
    let own = this.#bySource.get(source)
    if (own === undefined) this.#bySource.set(source, (own = new Set()))
    while (own.size >= limits.connectionsPerSource) this.#endOldest(own, 'connections-source')
    while (this.#all.size >= limits.connections) this.#endOldest(this.#all, 'connections-total')
    // Making room may have ended the last one of this source.
    if (own.size === 0) this.#bySource.set(source, own)
    own.add(conversation)
    this.#all.add(conversation)
  }

  remove(conversation: Held): void {
    this.#all.delete(conversation)
    const { source } = conversation.flow
    const own = this.#bySource.get(source)
    if (own?.delete(conversation) && own.size === 0) this.#bySource.delete(source)
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

  #endOldest(among: Set<Held>, reason: 'connections-source' | 'connections-total'): void {
    const [oldest] = among
    if (oldest === undefined) return
    oldest.cut(reason)
    this.remove(oldest)
  }
}
