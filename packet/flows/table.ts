import type { FrameCursor } from '../layers/frame-cursor.ts'
import { limits } from '../limits.ts'
import type { Applications } from '../stream.ts'
import { Flow } from './flow.ts'
import { flowKey } from './key.ts'

export interface TableEvents {
  finished(flow: Flow): void
  /** A flow had to be closed for another's sake. */
  closedEarly(): void
  /** Something a sensor wrote beside a packet could not be read. */
  unreadable(count: number): void
}

/**
 * All open conversations. One flow is one pair of ends and ports: connections that follow each other on the same
 * ports are one conversation, as the facts this was proved with count. A flow ends when the capture is over or when
 * memory is needed: beyond limits.quietFlows open flows silent ones are finished, beyond limits.openFlows the one
 * silent for longest. An ordinary capture meets neither, so none of its conversations is cut in two.
 */
export class FlowTable {
  readonly #flows = new Map<string, Flow>()
  readonly #events: TableEvents
  readonly #applications: Applications
  /** Ends of the list ordered by last use. */
  #oldest: Flow | null = null
  #newest: Flow | null = null
  /** Bytes of out-of-order segments in all flows. */
  #bufferedBytes = 0
  /** Bytes of facts in all flows. */
  #kept = 0

  constructor(events: TableEvents, applications: Applications) {
    this.#events = events
    this.#applications = applications
  }

  get size(): number {
    return this.#flows.size
  }

  packet(cursor: FrameCursor): void {
    const flow = this.#flowOf(cursor)
    const { bufferedBytes } = flow
    flow.add(cursor)
    if (cursor.comments.length > 0) {
      const unreadable = flow.hear(cursor.comments)
      if (unreadable > 0) this.#events.unreadable(unreadable)
    }
    this.#bufferedBytes += flow.bufferedBytes - bufferedBytes
    // Most packets say nothing, and asking every dissector costs.
    if (cursor.end > cursor.at || cursor.comments.length > 0) this.#book(flow)
    this.#makeRoom(cursor.time)
  }

  /** Packets of one conversation mostly come one after the other: then its key is neither made nor looked up. */
  #flowOf(cursor: FrameCursor): Flow {
    if (this.#newest?.isOf(cursor)) return this.#newest
    const key = flowKey(cursor)
    let flow = this.#flows.get(key)
    if (flow) this.#unlink(flow)
    else {
      flow = new Flow(key, cursor, this.#applications)
      this.#flows.set(key, flow)
    }
    this.#link(flow)
    return flow
  }

  /** The capture is over: finishes what is open in the order of first packets, one a step. */
  *end(): Generator<void> {
    for (const flow of this.#flows.values()) {
      this.#flows.delete(flow.key)
      this.#events.finished(flow)
      yield
    }
    this.#oldest = null
    this.#newest = null
  }

  #makeRoom(now: number): void {
    if (this.#bufferedBytes > limits.allPendingBytes) this.#flush()
    while (this.#kept > limits.keptBytes && this.#oldest) {
      this.#events.closedEarly()
      this.#finish(this.#oldest)
    }
    while (this.#flows.size > limits.quietFlows) {
      const flow = this.#oldest
      if (!flow) return
      const full = this.#flows.size > limits.openFlows
      if (!full && now - flow.last < limits.quietFor) return
      if (full) this.#events.closedEarly()
      this.#finish(flow)
    }
  }

  /** Many flows with holes: the oldest stop waiting, down to half the bound, so that this stays rare. */
  #flush(): void {
    for (
      let flow = this.#oldest;
      flow && this.#bufferedBytes > limits.allPendingBytes / 2;
      flow = flow.newer
    ) {
      this.#bufferedBytes -= flow.bufferedBytes
      flow.release()
      this.#book(flow)
    }
  }

  #finish(flow: Flow): void {
    this.#bufferedBytes -= flow.bufferedBytes
    this.#kept -= flow.booked
    this.#flows.delete(flow.key)
    this.#unlink(flow)
    this.#events.finished(flow)
  }

  #book(flow: Flow): void {
    // Once: every reader of the flow is asked.
    const { kept } = flow
    this.#kept += kept - flow.booked
    flow.booked = kept
  }

  #link(flow: Flow): void {
    flow.older = this.#newest
    flow.newer = null
    if (this.#newest) this.#newest.newer = flow
    else this.#oldest = flow
    this.#newest = flow
  }

  #unlink(flow: Flow): void {
    if (flow.older) flow.older.newer = flow.newer
    else this.#oldest = flow.newer
    if (flow.newer) flow.newer.older = flow.older
    else this.#newest = flow.older
  }
}
