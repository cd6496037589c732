import type { ProtocolFacts } from '#model/protocols/table.ts'
import { limits } from '../limits.ts'
import type { ApplicationFacts, Applications, Direction, Dissector, StreamStart } from '../stream.ts'
import { noFacts, turned } from './facts.ts'

/** What the bytes of a conversation say, over all connections that share its ends and ports. */
export class Content {
  readonly applications: Applications
  /** Made with the first dissector that ends: most conversations of a scan never have one. */
  facts: ApplicationFacts | null = null
  /** No more bytes of the present connection are wanted. */
  isConcluded = false
  #dissector: Dissector | null = null
  /** Bytes of the facts of dissectors that ended. */
  #factBytes = 0

  constructor(applications: Applications) {
    this.applications = applications
  }

  get isOpen(): boolean {
    return this.#dissector !== null
  }

  /** Bytes of facts, found or in the making. */
  get kept(): number {
    return this.#factBytes + (this.#dissector?.bufferedBytes ?? 0)
  }

  get recorded(): ProtocolFacts {
    return this.applications.recorded(this.facts)
  }

  /** The first bytes of a connection came. */
  open(start: StreamStart): void {
    this.#dissector = this.applications.open(start)
  }

  push(direction: Direction, bytes: Uint8Array, at: number): void {
    if (this.#dissector && !this.#dissector.push(direction, bytes, at)) this.conclude()
  }

  gap(direction: Direction, bytes: number): void {
    this.#dissector?.gap(direction, bytes)
  }

  /** Takes over what the dissector found and lets it go. */
  close(): void {
    if (!this.#dissector) return
    const facts = noFacts()
    const full = this.#factBytes > limits.httpKept
    if (!full) this.#factBytes += this.#dissector.bufferedBytes
    this.#dissector.finish(facts)
    // Connections that follow each other share the bound of one.
    if (full) this.applications.shorten(facts)
    this.take(facts)
    this.#dissector = null
  }

  /** Adds what somebody found. */
  take(facts: ApplicationFacts): void {
    this.facts = this.facts ? this.applications.add(this.facts, facts) : facts
  }

  conclude(): void {
    this.isConcluded = true
    this.close()
  }

  /** The ends change places. */
  swap(): void {
    if (this.facts) this.facts = turned(this.facts)
  }
}
