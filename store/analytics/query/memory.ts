import { setTimeout as sleep } from 'node:timers/promises'
import { outOfBounds, tookTooMuch } from './errors.ts'

/** Milliseconds between tries: what other statements and merges hold is mostly free again within seconds. */
export const pauses = [500, 1000, 2000, 4000, 8000]

/** Repeats what failed because other statements and merges had taken the memory of the engine. @throws what the last try met */
export async function whenMemoryIsFree<T>(run: () => Promise<T>): Promise<T> {
  for (const pause of pauses) {
    try {
      return await run()
    } catch (error) {
      if (!tookTooMuch(error) || outOfBounds(error)) throw error
    }
    await sleep(pause)
  }
  return run()
}
