import { hash } from 'node:crypto'
import type { FindScope, Found } from './authenticate.ts'

/**
 * How long a scope is used without asking again: as exactly as it is noted when a key or a sign-in was used last. What is revoked ends at
 * once, by the generation, and what ends by itself at its end.
 */
const keptMs = 60_000
const maxKept = 10_000
const dayMs = 86_400_000

interface Kept extends Found {
  generation: number
  at: number
}

/**
 * Remembers for a minute what a key or a sign-in opens: whoever asks on is looked up once. Wrong keys are asked about every
 * time. `generation`: another number after every change of a key or a workspace, null while that is not known.
 */
export function cachedScopes(
  find: FindScope,
  { generation, clock }: { generation: () => number | null; clock: () => number },
): FindScope {
  const kept = new Map<string, Kept>()
  return async (secret) => {
    // No secret is kept, only what it is found by.
    const name = hash('sha256', secret, 'base64')
    const now = clock()
    const before = generation()
    const known = kept.get(name)
    if (known && known.generation === before && now >= known.at && now < known.until) return known
    kept.delete(name)
    const found = await find(secret)
    if (!found) return undefined
    // By what is said of it today: plans end with a day.
    const midnight = Math.floor(now / dayMs) * dayMs + dayMs
    const { scope, until } = { ...found, until: Math.min(midnight, found.until) }
    // Changed meanwhile: what was found may be of before.
    if (before === null || generation() !== before) return { scope, until }
    if (kept.size >= maxKept) kept.delete(kept.keys().next().value ?? '')
    const one = { scope, generation: before, at: now, until: Math.min(now + keptMs, until) }
    kept.set(name, one)
    return one
  }
}
