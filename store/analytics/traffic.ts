/** What of this process's statements tells without asking anything. */
export interface Traffic {
  /** Statements that may have changed something and are over: while it stays, this process changed nothing. */
  written(): number
  /** Resolves when that is another number than `known`, after so many milliseconds, or when the signal ends. */
  writtenSince(known: number, until: { ms: number; signal: AbortSignal }): Promise<void>
  /**
   * When one looks again, by `performance.now()`, who found nothing to do at `foundAt` and knows of nothing written since: a statement may
   * outlive its connection, or the process that sent it.
   */
  lookAgainAt(foundAt: number): number
  /** When the first host answered last, by `performance.now()`. */
  answeredAt(): number
  /** Whether anybody waits for the first host. */
  isAsked(): boolean
  /** Calls `begin` whenever somebody begins to wait for it where nobody did. */
  onAsked(begin: () => void): void
}

/** What happened, as those that send statements tell it. */
export interface TrafficSeen extends Traffic {
  onWritten(): void
  onAnswered(): void
  onUnderWay(change: 1 | -1): void
}

/**
 * Milliseconds between two looks: as many as nothing was written for, within these bounds. The longer it is quiet, the less likely is
 * anything under way; on an idle laptop looking is most of what a server does.
 */
const pauseMs = { shortest: 30_000, longest: 300_000 }

/** @param clock milliseconds that only grow */
export function openTraffic(clock: () => number = () => performance.now()): TrafficSeen {
  let [written, answeredAt, underWay] = [0, -Infinity, 0]
  // Statements of whoever worked here before may still be under way.
  let writtenAt = clock()
  const waiting = new Set<() => void>()
  const begins: (() => void)[] = []
  return {
    written: () => written,
    async writtenSince(known, { ms, signal }) {
      if (written !== known || signal.aborted) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const goOn = (): void => resolve()
      waiting.add(goOn)
      signal.addEventListener('abort', goOn)
      const late = setTimeout(goOn, ms).unref()
      await promise
      clearTimeout(late)
      signal.removeEventListener('abort', goOn)
      waiting.delete(goOn)
    },
    lookAgainAt(foundAt) {
      const quietMs = foundAt - writtenAt
      return foundAt + Math.min(Math.max(quietMs, pauseMs.shortest), pauseMs.longest)
    },
    answeredAt: () => answeredAt,
    isAsked: () => underWay > 0,
    onWritten() {
      written += 1
      writtenAt = clock()
      for (const goOn of waiting) goOn()
    },
    onAnswered: () => void (answeredAt = clock()),
    onAsked: (begin) => void begins.push(begin),
    onUnderWay(change) {
      underWay += change
      if (underWay === 1 && change === 1) for (const begin of begins) begin()
    },
  }
}
