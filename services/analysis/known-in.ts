import { setImmediate } from 'node:timers/promises'
import type { AddressRange } from '#gnql/values/address.ts'
import { windowDays } from '#model/window.ts'
import { fromHex, toHex } from '#store/analytics/address.ts'
import { readMembers } from '#store/analytics/ips/record.ts'
import { recordsOf } from '#store/analytics/ips/texts.ts'
import type { Deps } from '../context.ts'

type Index = Pick<Deps['memoryIndex'], 'between' | 'documents'>

const dayMs = 86_400_000
/** Records read before others are served. */
const atOnce = 50

const lastSeenOf = readMembers(['ip', 'last_seen'])

/**
 * The first addresses of a range that something is known of, for lists that hold blocks. Whoever names a block searches it: it holds what was
 * seen within the days that the plan lets searches reach back from `now`.
 */
export const knownIn =
  (index: Index, { now, reachDays }: { now: number; reachDays: number }) =>
  async ({ from, to }: AddressRange, most: number): Promise<string[]> => {
    const seen = index.between(fromHex(from), fromHex(to), most)
    return reachDays >= windowDays ? seen : seenSince(index, seen, now - reachDays * dayMs)
  }

async function seenSince(index: Index, addresses: readonly string[], since: number): Promise<string[]> {
  const seen: string[] = []
  for (let from = 0; from < addresses.length; from += atOnce) {
    await setImmediate()
    const records = index.documents(addresses.slice(from, from + atOnce).map(fromHex))
    // Without an index nothing is known, as where all may be told.
    if (!records) return seen
    for (const { ip, last_seen: at } of recordsOf(records, lastSeenOf))
      if (Date.parse(at) >= since) seen.push(toHex(ip) ?? '')
  }
  return seen
}
