import { demoSensors, seesUntil } from '#model/demo-sensors.ts'
import { sites } from './addresses.ts'
import type { Exchange } from './exchange.ts'
import { cast, demoDays, demoSeed, exchangesOf } from './month.ts'
import { random } from './random.ts'
import { capture } from './wire/capture.ts'

const dayMs = 86_400_000

/** One capture of the demo's month: what one sensor saw on one day. Name and bytes depend on the day, the sensor and the seed. */
export interface DemoCapture {
  name: string
  sensor: string
  /** Start of the UTC day. */
  midnight: number
  bytes: () => Generator<Uint8Array>
}

/**
 * The month that ends with the day of `now`: a capture a day and sensor, oldest first. The last day reaches up to `now`,
 * rounded down to the hour, so that a load that is interrupted and taken up again within the hour sends the same bytes; that of the
 * sensor that fell silent ends before, and has no capture of a day that had not begun then.
 */
export function demoCaptures(now: number, seed = demoSeed): DemoCapture[] {
  const today = Math.floor(now / dayMs) * dayMs
  const until = Math.floor(now / 3_600_000) * 3_600_000
  const people = cast(seed)
  // All sensors of a day are asked one after the other: one day is kept.
  let played: { day: number; exchanges: Exchange[] } | undefined
  const exchangesOn = (day: number, midnight: number): Exchange[] => {
    if (played?.day !== day) played = { day, exchanges: exchangesOf(people, day, midnight, until) }
    return played.exchanges
  }
  return Array.from({ length: demoDays }, (_, day) => {
    const midnight = today - (demoDays - 1 - day) * dayMs
    return sites.flatMap(({ sensor, addresses }): DemoCapture[] => {
      const story = demoSensors.find(({ site }) => site === sensor)
      const end = seesUntil(story ?? { silentHours: 0 }, now)
      if (end < until && end <= midnight) return []
      const name = `demo-${new Date(midnight).toISOString().slice(0, 10)}-${sensor}`
      const seen = new Set(addresses)
      const bytes = (): Generator<Uint8Array> =>
        capture(
          exchangesOn(day, midnight).filter(({ at, destination }) => at < end && seen.has(destination)),
          random(`${seed}:${name}`),
        )
      return [{ name, sensor, midnight, bytes }]
    })
  }).flat()
}
