import type { CaptureRecord } from '../capture/record.ts'
import { isAbandoned } from '../layers/fragments.ts'
import { limits } from '../limits.ts'

/** Records whose datagram is not whole yet, and so may be wanted or not; within limits.fragmentBytes: the oldest give way. */
export class WaitingFragments {
  readonly #records = new Map<string, CaptureRecord[]>()
  #bytes = 0

  add(datagram: string, record: CaptureRecord): void {
    const { bytes, start, end } = record
    const own = bytes.slice(start, end)
    const known = this.#records.get(datagram)
    if (known && isAbandoned(known[0]!.at, record.at)) this.take(datagram)
    const others = this.#records.get(datagram)
    const kept = { ...record, bytes: own, start: 0, end: own.length }
    if (others) others.push(kept)
    else this.#records.set(datagram, [kept])
    this.#bytes += own.length
    for (const [oldest] of this.#records) {
      if (this.#bytes <= limits.fragmentBytes) return
      this.take(oldest)
    }
  }

  take(datagram: string): CaptureRecord[] {
    const records = this.#records.get(datagram) ?? []
    this.#records.delete(datagram)
    for (const { end } of records) this.#bytes -= end
    return records
  }
}
