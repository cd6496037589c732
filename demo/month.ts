import { ipv4Of, ipv6Of } from './addresses.ts'
import type { Actor, Behaviour } from './behaviour.ts'
import { behaviours } from './behaviours/all.ts'
import type { Exchange } from './exchange.ts'
import { random } from './random.ts'

export const demoDays = 30
export const demoSeed = 'noisefloor/1'

interface Cast {
  behaviour: Behaviour
  actor: Actor
  key: string
  firstDay: number
  days: number
}

/** Who plays what and when: every address of the month. `scale` multiplies the number of addresses (benchmarks). */
export function cast(seed = demoSeed, scale = 1): Cast[] {
  return behaviours.flatMap((behaviour) =>
    Array.from({ length: Math.ceil(behaviour.addresses * scale) }, (_, at) => {
      const key = `${seed}:${behaviour.name}:${at}`
      const drawn = random(key)
      const family = drawn.chance(behaviour.ipv6) ? 6 : 4
      const network = drawn.pick(behaviour.networks)
      const address = family === 4 ? ipv4Of(network, drawn) : ipv6Of(network, drawn)
      const days = drawn.int(...behaviour.activeDays)
      const firstDay = drawn.int(...(behaviour.firstDays ?? [1 - days, demoDays - 1]))
      return { behaviour, actor: { address, family }, key, firstDay, days }
    }),
  )
}

/**
 * Everything that happens on one day (0 is the oldest, demoDays - 1 the newest), in order of time.
 * `midnight` is the start of that UTC day in milliseconds; nothing happens at or after `before`.
 */
export function exchangesOf(
  people: readonly Cast[],
  day: number,
  midnight: number,
  before = Infinity,
): Exchange[] {
  return people
    .filter(({ firstDay, days }) => day >= firstDay && day < firstDay + days)
    .flatMap(({ behaviour, actor, key }) => behaviour.day(actor, midnight, random(`${key}:${day}`)))
    .filter((exchange) => exchange.at < before)
    .sort((a, b) => a.at - b.at)
}
