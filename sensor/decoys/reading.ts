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
  #isTooLong = false

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
    if (used < bytes.length && !this.#talk.isOver && !this.#isTooLong) {
      this.#pending = new Pending()
      this.#pending.add(bytes.subarray(used))
    }
    return !this.#isTooLong
  }

  /** Goes on with what waits, after what was replied has left. */
  continue(): boolean {
    if (this.#pending === null) return true
    const used = this.#walk(this.#pending.view())
    if (used === this.#pending.length || this.#talk.isOver || this.#isTooLong) this.#pending = null
    else if (used > 0) this.#pending.drop(used)
    return !this.#isTooLong
  }

  #walk(bytes: Buffer): number {
    let used = 0
    while (used < bytes.length && !this.#talk.isOver && !this.#talk.mustWait) {
      const rest = bytes.length - used
      const { longest } = this.#machine
      if (rest < this.#wanted && rest < longest) break
      // Never shown more than the longest message, so that it is too long however it was cut.
      const shown = bytes.subarray(used, used + longest)
      const taken = this.#machine.take(this.#state, shown, this.#talk)
      this.#wanted = taken < 0 ? -taken : 0
      if (taken > 0) used += taken
      else {
        this.#isTooLong = rest >= longest
        break
      }
    }
    return used
  }
}
