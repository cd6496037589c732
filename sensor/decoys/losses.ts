/** What was not answered or not told, counted by reason. */
export class Losses {
  readonly #counts = new Map<LossReason, number>()

  count(reason: LossReason): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1)
  }

  all(): Record<string, number> {
    return Object.fromEntries(this.#counts)
  }
}

export type LossReason =
  /** The oldest connection was ended because there were too many, of all sources or of one. */
  | 'connections-total'
  | 'connections-source'
  | 'connection-bytes'
  | 'connection-time'
  | 'connection-idle'
  /** A message that was longer than its protocol's longest. */
  | 'message-too-long'
  /** Events beyond what is kept of one conversation. */
  | 'events'
  /** Datagrams that were not answered since their sender was answered often enough. */
  | 'answers-rate'
  /** An emulation failed; the conversation was ended. */
  | 'emulation-failed'
