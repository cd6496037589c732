import type { Product } from '../../product/start.ts'
import type { Outcomes } from './wire.ts'

/** Where an attack takes place. */
export interface Ground {
  product: Product
  /** The attacker's address: another for each attack, so that none suffers for the one before. */
  address: string
  /** Ends after the seconds that were asked for; whatever goes on then is ended by the attack itself. */
  signal: AbortSignal
  /** Statuses and broken connections as the attacker sees them. */
  outcomes: Outcomes
}

/** One way to take from others what they need. Bounded: it ends with its signal. */
export interface Attack {
  /** As the table names it. */
  name: string
  /** Point of part 4 of the review it comes from, or what it adds. */
  point: string
  /** Makes what the attacker has ready before it begins: that work shares the processors, and is none of the server's. */
  prepare?(): void
  run(ground: Ground): Promise<void>
  /** What others may be told meanwhile beside 200, e.g. 503 while the engine is stopped. */
  tolerated?: readonly number[]
  /** It comes from so many addresses that whoever asks all the time shares with them: only people, keys and /healthz are judged. */
  crowd?: boolean
  /** Milliseconds others may wait at most for what is not /healthz, where the reason is not the server. */
  max?: number
}

/** Does the same `workers` times side by side, again and again until the signal. */
export async function againAndAgain(
  { signal }: Pick<Ground, 'signal'>,
  workers: number,
  run: (worker: number) => Promise<unknown>,
): Promise<void> {
  const worker = async (at: number): Promise<void> => {
    while (!signal.aborted) {
      await run(at)
      await new Promise((next) => setImmediate(next))
    }
  }
  await Promise.all(Array.from({ length: workers }, (_, at) => worker(at)))
}

/** Resolves when the attack is over. */
export const over = ({ signal }: Pick<Ground, 'signal'>): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
