import { hash } from 'node:crypto'
import type { FindScope } from './authenticate.ts'
import type { Scope } from '#services/scope.ts'

/** How long a scope is used without asking again; a revoked key ends at once, by the generation. */
const keptMs = 5000
const maxKept = 1000

interface Kept {
  scope: Scope
  generation: number
  at: number
}

/**
 * Remembers for seconds what a key opens: a program that asks without pause is looked up once. Wrong keys are asked about every
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
    if (known && known.generation === before && now >= known.at && now - known.at < keptMs) return known.scope
    kept.delete(name)
    const scope = await find(secret)
    // Changed meanwhile: what was found may be of before.
    if (!scope || before === null || generation() !== before) return scope
    if (kept.size >= maxKept) kept.delete(kept.keys().next().value ?? '')
    kept.set(name, { scope, generation: before, at: now })
    return scope
  }
}
