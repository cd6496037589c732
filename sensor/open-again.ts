import type { ListeningPort } from './decoys/interface.ts'

const waitMs = { first: 5000, longest: 60_000 }

/** When ports are to be opened again though the server wants nothing else: some could not be, or the host has other addresses. */
export class OpenAgain {
  #wait = waitMs.first
  #at = Number.POSITIVE_INFINITY
  #openedAt = ''
  #seen = ''

  /** Others are wanted: the first pause is short again. */
  reset(): void {
    this.#wait = waitMs.first
  }

  /** They were opened, as far as they could be, at these addresses of the host. */
  opened(ports: readonly ListeningPort[], addresses: readonly string[], now: number): void {
    this.#openedAt = addresses.join(' ')
    if (ports.every(({ error }) => error === null)) {
      this.#at = Number.POSITIVE_INFINITY
      return this.reset()
    }
    this.#at = now + this.#wait
    this.#wait = Math.min(this.#wait * 2, waitMs.longest)
  }

  /** Asked with every look at the host. */
  isDue(addresses: readonly string[], now: number): boolean {
    const seen = addresses.join(' ')
    // Nobody can listen yet at an IPv6 address that the host has only just given itself.
    const isLasting = seen === this.#seen
    this.#seen = seen
    return (isLasting && seen !== this.#openedAt) || now >= this.#at
  }
}
