import type { Readable } from 'node:stream'
import { refuse } from '#model/errors.ts'
import { carriedLimits } from '#model/sensor/device.ts'
import { uuidV7 } from '#store/identifier.ts'
import { bounded } from './bounded.ts'
import type { Transporter } from './transporter.ts'

/** A connection to a sensor that its transporter is to carry to the device. */
export interface Offer {
  id: string
  port: number
}

interface Waiting extends Offer {
  isOffered: boolean
  /** What the visitor says. */
  said: Readable
  taken(answered: Readable): void
}

interface Line {
  waiting: Waiting[]
  /** When the transporter last asked; milliseconds. */
  lastAsked: number | null
  wake: Set<() => void>
}

/** A transporter that asked so long ago asks no more. */
const silentMs = 40_000

/**
 * Where a sensor's connection and its transporter meet: both called the server, neither knows where the other is. Nothing is kept but
 * what is open, of this process alone.
 */
export class Relay {
  readonly #lines = new Map<string, Line>()
  readonly #clock: () => number

  constructor(clock: () => number) {
    this.#clock = clock
  }

  /** Since when the transporter has been silent: null where it never asked, 0 while it stands ready; milliseconds since 1970 else. */
  silentSince(of: Transporter): number | null {
    const asked = this.#lines.get(keyOf(of))?.lastAsked ?? null
    return asked === null ? null : this.#clock() - asked < silentMs ? 0 : asked
  }

  /** The next connection that nobody was offered; null when none came until the signal. */
  async next(of: Transporter, signal: AbortSignal): Promise<Offer | null> {
    const line = this.#line(of)
    for (;;) {
      line.lastAsked = this.#clock()
      const found = line.waiting.find(({ isOffered }) => !isOffered)
      if (found) {
        found.isOffered = true
        return { id: found.id, port: found.port }
      }
      if (signal.aborted) return null
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          line.wake.delete(wake)
          signal.removeEventListener('abort', wake)
          resolve()
        }
        line.wake.add(wake)
        signal.addEventListener('abort', wake)
      })
    }
  }

  /**
   * Lets a connection wait for the transporter. @returns what the device answers
   * @throws Refusal 'busy' where no transporter stands ready, or there are too many connections
   */
  async ask(of: Transporter, port: number, said: Readable, signal: AbortSignal): Promise<Readable> {
    if (this.silentSince(of) !== 0) throw refuse('busy', 'No transporter of this device stands ready.')
    const line = this.#line(of)
    if (line.waiting.length >= carriedLimits.connections)
      throw refuse('busy', 'Too many connections wait for this device.')
    const late = AbortSignal.any([signal, AbortSignal.timeout(carriedLimits.takeMs)])
    const waiting: Waiting = {
      id: uuidV7(this.#clock()),
      port,
      isOffered: false,
      said: bounded(said, carriedLimits),
      taken: () => undefined,
    }
    try {
      // Whoever left before would be heard of by nobody.
      late.throwIfAborted()
      return await new Promise<Readable>((resolve, reject) => {
        waiting.taken = resolve
        late.addEventListener('abort', () =>
          reject(refuse('busy', 'The transporter did not take it in time.')),
        )
        line.waiting.push(waiting)
        for (const wake of line.wake) wake()
      })
    } catch (error) {
      waiting.said.destroy()
      throw error
    } finally {
      // Who left before was never among them.
      line.waiting = line.waiting.filter((one) => one !== waiting)
    }
  }

  /** The transporter carries it: gives what the device says, gets what the visitor says. @throws Refusal 'not-found' when nobody waits */
  take(of: Transporter, id: string, answered: Readable): Readable {
    const found = this.#lines.get(keyOf(of))?.waiting.find((one) => one.id === id && one.isOffered)
    if (!found) throw refuse('not-found', 'That connection is over.')
    const back = bounded(answered, carriedLimits)
    // Whichever way breaks takes the other one with it.
    back.on('error', () => found.said.destroy())
    found.said.on('error', () => back.destroy())
    found.taken(back)
    return found.said
  }

  #line(of: Transporter): Line {
    const key = keyOf(of)
    const known = this.#lines.get(key) ?? { waiting: [], lastAsked: null, wake: new Set() }
    this.#lines.set(key, known)
    return known
  }
}

const keyOf = ({ workspace, profile }: Transporter): string => `${workspace} ${profile}`
