import { networkOf } from './addresses.ts'

/** What is open, by who opened it: an address of IPv4, a /64 of IPv6. */
export class BySource<T> {
  readonly #all = new Map<string, Set<T>>()

  /** All of this source, the oldest first. */
  of(source: string): ReadonlySet<T> {
    return this.#all.get(networkOf(source)) ?? none
  }

  add(source: string, one: T): void {
    const key = networkOf(source)
    const own = this.#all.get(key)
    if (own === undefined) this.#all.set(key, new Set([one]))
    else own.add(one)
  }

  delete(source: string, one: T): void {
    const key = networkOf(source)
    const own = this.#all.get(key)
    if (own?.delete(one) && own.size === 0) this.#all.delete(key)
  }
}

const none: ReadonlySet<never> = new Set()
