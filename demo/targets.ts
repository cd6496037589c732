import { sensors4, sensors6 } from './addresses.ts'
import type { Actor } from './behaviour.ts'
import type { Random } from './random.ts'

/** A vantage point of the actor's address family. */
export const target = (actor: Actor, random: Random): string =>
  random.pick(actor.family === 4 ? sensors4 : sensors6)

/** How a request names the host it found by scanning: the bare address. */
export const hostOf = (address: string, port: number): string => {
  const name = address.includes(':') ? `[${address}]` : address
  return port === 80 || port === 443 ? name : `${name}:${port}`
}
