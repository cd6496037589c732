import type { DecoyFacts } from '#model/protocols/decoy.ts'
import { eventLimits } from '#model/sensor/event.ts'
import { noFacts } from '#packet/flows/facts.ts'
import type { ApplicationFacts, Applications, StreamStart } from '#packet/stream.ts'
import { told } from './events.ts'

/** What the decoy told of one flow, until the flow ends. */
export class Notes {
  readonly #facts: DecoyFacts = { events: 0, users: [], passwords: [], commands: [], links: [] }
  /** What was said inside encryption, in order. */
  readonly #clear: Uint8Array[] = []
  #clearBytes = 0
  #textLength = 0
  ofNetwork = false

  /** Bytes it keeps, roughly. */
  get kept(): number {
    return this.#clearBytes + this.#textLength
  }

  /** @returns how much of it could not be read, or was too much */
  hear(comments: readonly string[]): number {
    const { events, ofNetwork, unreadable } = told(comments)
    if (ofNetwork) this.ofNetwork = true
    let left = unreadable
    for (const event of events) {
      if (this.#facts.events >= eventLimits.perFlow) {
        left++
        continue
      }
      this.#facts.events++
      if (event.kind === 'login') {
        this.#keep('users', event.user)
        this.#keep('passwords', event.password)
      } else if (event.kind === 'command') this.#keep('commands', event.text)
      else if (event.kind === 'link') this.#keep('links', event.url)
      else this.#keepClear(Buffer.from(event.bytes, 'base64'))
    }
    return left
  }

  /** What it knows beside what the packets told: a decoy answers whoever connects, so all of it is the source's. */
  facts(applications: Applications, start: StreamStart): ApplicationFacts {
    const facts = noFacts()
    if (this.#clear.length > 0) {
      const dissector = applications.open({ ...start, opened: true })
      for (const bytes of this.#clear) if (!dissector.push('source', bytes, 0)) break
      dissector.finish(facts)
    }
    if (this.#facts.events > 0) facts.found.set('decoy', { source: this.#facts, destination: null })
    return facts
  }

  #keep(fact: 'users' | 'passwords' | 'commands' | 'links', text: string): void {
    this.#facts[fact].push(text)
    this.#textLength += text.length
  }

  #keepClear(bytes: Uint8Array): void {
    const room = eventLimits.clearBytes - this.#clearBytes
    if (room <= 0) return
    this.#clear.push(bytes.subarray(0, room))
    this.#clearBytes += Math.min(room, bytes.length)
  }
}
