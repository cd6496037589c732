import type { Caller } from './caller.ts'
import type { Counts } from './counts.ts'

/** An export that is being made or sent. */
export interface Sending {
  /** Bytes sent so far. */
  bytes: () => number
  /** Ends it; it can be continued by its cursor. */
  end: () => void
}

/** Places for exports: each caller has a few, visitors together three quarters, and nobody keeps one by reading slowly. */
export interface ExportPlaces {
  /** @returns what gives the place back; @throws Refusal 'rate-limited', 'busy' */
  take(caller: Caller, sending: Sending): () => void
}

/** Milliseconds after which an export of a visitor ends, however it is read. */
const maxMs = 60 * 60_000
/** One that is older, and read more slowly than that, makes room when others wait; milliseconds, bytes a second. */
const graceMs = 30_000
const brisk = 256_000

export function openExportPlaces(counts: Counts, now: () => number): ExportPlaces {
  const visitors = new Set<{ since: number; sending: Sending; free: () => void }>()

  /** Ends the visitor's export that is read most slowly. @returns whether there was one that is too slow */
  function makeRoom(): boolean {
    const pace = ({ since, sending }: { since: number; sending: Sending }): number =>
      (sending.bytes() / (now() - since)) * 1000
    const slow = [...visitors]
      .filter((one) => now() - one.since > graceMs && pace(one) < brisk)
      .sort((a, b) => pace(a) - pace(b))[0]
    slow?.free()
    slow?.sending.end()
    return slow !== undefined
  }

  return {
    take(caller, sending) {
      const full = counts.full('exports', caller)
      if (full && (full.of === 'visitors' || full.of === 'all')) makeRoom()
      const leave = counts.take('exports', caller)
      if (caller.kind === 'key') return leave
      const late = setTimeout(() => one.sending.end(), maxMs).unref()
      const one = {
        since: now(),
        sending,
        free() {
          clearTimeout(late)
          visitors.delete(one)
          leave()
        },
      }
      visitors.add(one)
      return one.free
    },
  }
}
