/** Counts of what was lost since the agent was installed, by reason (model/sensor/protocol.ts Heartbeat). */
export class Losses {
  readonly #counts = new Map<string, number>()

  constructor(known: Readonly<Record<string, number>> = {}) {
    for (const [reason, count] of Object.entries(known)) this.#counts.set(reason, count)
  }

  add(reason: LossReason, count = 1): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + count)
  }

  all(): Record<string, number> {
    return Object.fromEntries(this.#counts)
  }
}

/** The agent's own reasons; decoys have theirs. */
export type LossReason =
  /** Packets the kernel dropped because we read too slowly. */
  | 'kernel-packets'
  /** Events of decoys whose packets never came. */
  | 'events'
  /** Bytes of a decoy's conversation beyond what is kept of one. */
  | 'decoy-bytes'
  /** Connections beyond what is carried to a device at once. */
  | 'carried-refused'
  /** Segments given up for want of room, in memory or on disk. */
  | 'segments'
  | 'segment-bytes'
  /** Segments the server would not have, kept aside. */
  | 'set-aside'
