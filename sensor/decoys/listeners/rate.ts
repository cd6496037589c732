import { networkOf } from './addresses.ts'

/** Answers that one address may be sent in a row, and how long it takes until another is due. */
const burst = 20
const refillMs = 500
/** Addresses remembered; those of a network count as one, since senders of datagrams can name whom they like. */
const most = 10_000
/** A /24 of IPv4. */
const bytesOfIpv4 = 3

/** How much each target is answered by datagrams: whoever is named as a sender is never flooded through us. */
export class AnswerRate {
  readonly #targets = new Map<string, { left: number; at: number }>()

  allows(address: string, now: number): boolean {
    const key = networkOf(address, bytesOfIpv4)
    const known = this.#targets.get(key) ?? { left: burst, at: now }
    const refilled = Math.max(0, Math.floor((now - known.at) / refillMs))
    const left = Math.min(burst, known.left + refilled)
    // Moved to the end: the first is the one answered longest ago.
    this.#targets.delete(key)
    if (this.#targets.size >= most) this.#targets.delete(this.#targets.keys().next().value!)
    this.#targets.set(key, {
      left: Math.max(0, left - 1),
      at: left === burst ? now : known.at + refilled * refillMs,
    })
    return left > 0
  }
}
