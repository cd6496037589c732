/** Waits between tries: doubling from a second to five minutes, each shortened by up to half so that agents do not come together. */
export class Backoff {
  #next = first
  readonly #random: () => number

  constructor(random: () => number = Math.random) {
    this.#random = random
  }

  /** Milliseconds to wait now; what the server asked for wins, within a day. */
  next(retryAfterMs: number | null): number {
    const own = this.#next * (1 - this.#random() / 2)
    this.#next = Math.min(this.#next * 2, longest)
    // Never sooner than asked; somewhat later, as all were asked the same.
    return retryAfterMs === null ? own : Math.min(retryAfterMs, day) * (1 + this.#random() / 10)
  }

  reset(): void {
    this.#next = first
  }
}

const first = 1000
const longest = 300_000
const day = 86_400_000

/** `Retry-After` (RFC 9110 §10.2.3) in milliseconds: seconds, or a date against the answer's own `Date`. */
export function retryAfterMs(value: string | undefined, date: string | undefined): number | null {
  if (value === undefined) return null
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000
  const wait = Date.parse(value) - Date.parse(date ?? '')
  return Number.isNaN(wait) ? null : Math.max(0, wait)
}
