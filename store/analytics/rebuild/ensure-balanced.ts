import type { Analytics } from '../open.ts'
import { withLock } from '../locks.ts'
import { isBalanced, type Rebuild, rebuild } from './rebuild.ts'

/**
 * Rebuilds the day if its rollup does not stand for just its sessions. For after the repetition of an insert that may have
 * been begun before: an insert and what follows from it are not one act in the engine. Where a rebuild came between
 * such a half and its repetition, it counted the sessions already, and the repetition, new to the rollup, counted them again.
 * It is `ip_day` that is compared: to the other rollups what they lack is added without a look (repeat-rollups.ts).
 */
export async function makeWhole(analytics: Analytics, day: Rebuild): Promise<void> {
  // What another server is just storing would look like a half, or make up for one.
  const isWhole = await withLock(analytics, 'sessions', () => areBalanced(analytics, day))
  if (!isWhole) await rebuild(analytics, day)
}

async function areBalanced({ hosts }: Analytics, day: Rebuild): Promise<boolean> {
  for (const host of hosts) if (!(await isBalanced(host, day))) return false
  return true
}
