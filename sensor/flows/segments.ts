import { batchBytes, type SensorConfig } from '#model/sensor/protocol.ts'
import type { GatheredFlow } from './gatherer.ts'
import { pcapngOf } from './pcapng.ts'

/** What does not shrink must fit all the same, with what blocks and comments add. */
const mostBytes = batchBytes - (1 << 20)
const least = { bytes: 64 << 10, ms: 100 }

/** Gathers finished flows into segments, which are closed at their size or age. */
export class Segments {
  #flows: GatheredFlow[] = []
  #bytes = 0
  #since = 0
  #size = mostBytes
  #age = 1000
  readonly #closed: (pcapng: Uint8Array) => void

  constructor(closed: (pcapng: Uint8Array) => void) {
    this.#closed = closed
  }

  /** Within what the server takes, whatever it asks for. */
  shape({ segmentBytes, segmentMs }: SensorConfig['capture']): void {
    this.#size = Math.min(Math.max(segmentBytes, least.bytes), mostBytes)
    this.#age = Math.max(segmentMs, least.ms)
  }

  add(flow: GatheredFlow, now: number): void {
    // Events are base64 and JSON of what was sent; they count as they are written.
    const bytes = flow.bytes + (flow.events.length > 0 ? JSON.stringify(flow.events).length : 0)
    if (this.#bytes + bytes > mostBytes) this.close()
    if (this.#flows.length === 0) this.#since = now
    this.#flows.push(flow)
    this.#bytes += bytes
    if (this.#bytes >= this.#size) this.close()
  }

  tick(now: number): void {
    if (now - this.#since >= this.#age) this.close()
  }

  close(): void {
    if (this.#flows.length === 0) return
    const flows = this.#flows
    this.#flows = []
    this.#bytes = 0
    this.#closed(pcapngOf(flows))
  }
}
