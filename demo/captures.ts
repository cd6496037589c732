import { cast, demoDays, demoSeed, exchangesOf } from './month.ts'
import { random } from './random.ts'
import { capture } from './wire/capture.ts'

const dayMs = 86_400_000

/** One capture of the demo's month. The name and the bytes depend on the day and the seed only. */
export interface DemoCapture {
  name: string
  /** Start of the UTC day. */
  midnight: number
  bytes: () => Generator<Uint8Array>
}

/**
 * The month that ends with the day of `now`: one capture a day, oldest first. The last day reaches up to `now`, rounded
 * down to the hour, so that a load that is interrupted and taken up again within the hour sends the same bytes.
 */
export function demoCaptures(now: number, seed = demoSeed): DemoCapture[] {
  const today = Math.floor(now / dayMs) * dayMs
  const until = Math.floor(now / 3_600_000) * 3_600_000
  const people = cast(seed)
  return Array.from({ length: demoDays }, (_, day) => {
    const midnight = today - (demoDays - 1 - day) * dayMs
    const name = `demo-${new Date(midnight).toISOString().slice(0, 10)}`
    const bytes = () => capture(exchangesOf(people, day, midnight, until), random(`${seed}:${name}`))
    return { name, midnight, bytes }
  })
}
