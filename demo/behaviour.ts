import type { Exchange } from './exchange.ts'
import type { Random } from './random.ts'

/** One address while it plays a behaviour. */
export interface Actor {
  address: string
  family: 4 | 6
}

/** A kind of scanner: how many addresses play it in the month, from which networks, and what each does in a day. */
export interface Behaviour {
  name: string
  /** Slugs of model/demo-networks.ts. */
  networks: readonly string[]
  addresses: number
  /** Share of the addresses that are IPv6. */
  ipv6: number
  /** Least and most consecutive days an address is active. */
  activeDays: readonly [number, number]
  /** Oldest and newest day of the month (from 0) on which an address may begin; without it any, also before the month. */
  firstDays?: readonly [number, number]
  /** `midnight` is the start of the UTC day in milliseconds. */
  day(actor: Actor, midnight: number, random: Random): Exchange[]
}

const dayMs = 86_400_000

/** A moment of the day, a little thicker by night in UTC, where much of the noise comes from. */
export function moment(midnight: number, random: Random): number {
  const drawn = random.chance(0.3) ? random.next() * 0.33 : random.next()
  return midnight + Math.floor(drawn * (dayMs - 120_000))
}

export const ephemeralPort = (random: Random): number => random.int(1025, 65_534)
