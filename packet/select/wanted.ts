import { flowKey, keyOfEnds, type FlowEnds, type NamedEnds } from '../flows/key.ts'

/** The conversations whose packets are asked for. */
export class WantedFlows {
  readonly #keys = new Set<string>()

  /** @throws RangeError for what is no address */
  add(ends: NamedEnds): void {
    this.#keys.add(keyOfEnds(ends))
  }

  get size(): number {
    return this.#keys.size
  }

  has(ends: FlowEnds): boolean {
    return this.#keys.has(flowKey(ends))
  }
}
