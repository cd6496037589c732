import type { Machine, Talk } from './protocols/emulation.ts'
import { Pending } from './pending.ts'

/**
 * Feeds a machine: keeps what is not a whole message yet, and asks again for as long as there are whole ones.
 * Of a conversation that holds nothing back it keeps no more than the machine's state.
 */
export class Reading {
  readonly #machine: Machine
  readonly #talk: Talk & { readonly isOver: boolean; readonly mustWait: boolean }
  readonly #state: unknown
  #pending: Pending | null = null
  #wanted = 0

  constructor(machine: Machine, talk: Talk & { readonly isOver: boolean; readonly mustWait: boolean }) {
    this.#machine = machine
    this.#talk = talk
    this.#state = machine.begin(talk)
  }

  /** @returns false when a message is longer than the protocol's longest */
  read(bytes: Buffer): boolean {
    if (this.#pending !== null) {
      this.#pending.add(bytes)
      return this.continue()
    }
    const used = this.#walk(bytes)
    if (used < bytes.length && !this.#talk.isOver) {
      this.#pending = new Pending()
      this.#pending.add(bytes.subarray(used))
    }
    return this.#fits()
  }

  /** Goes on with what waits, after what was replied has left. */
  continue(): boolean {
    if (this.#pending === null) return true
    const used = this.#walk(this.#pending.view())
    if (used === this.#pending.length || this.#talk.isOver) this.#pending = null
    else if (used > 0) this.#pending.drop(used)
    return this.#fits()
  }

  #fits(): boolean {
    return this.#pending === null || this.#talk.mustWait || this.#pending.length <= this.#machine.longest
  }

  #walk(bytes: Buffer): number {
    let used = 0
    while (used < bytes.length && !this.#talk.isOver && !this.#talk.mustWait) {
      if (bytes.length - used < this.#wanted) break
      this.#wanted = 0
      const taken = this.#machine.take(this.#state, bytes.subarray(used), this.#talk)
      if (taken <= 0) {
        this.#wanted = -taken
        break
      }
      used += taken
    }
    return used
  }
}
