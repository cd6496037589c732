import { Refusal } from '#model/errors.ts'
import type { Analytics } from '#store/analytics/open.ts'

/** At once in this process: exports being sent, by owner; copies being made, in all. Each holds a few slices in memory. */
export const most = { exports: 8, copies: 2 }

const taken = new WeakMap<object, Map<string, number>>()

/** @returns what gives the place back, harmless when called again; @throws Refusal 'busy' when all are taken */
export function takeSlot({ app }: Analytics, kind: keyof typeof most, owner = ''): () => void {
  const counts = taken.get(app) ?? new Map<string, number>()
  taken.set(app, counts)
  const key = `${kind} ${owner}`
  const now = counts.get(key) ?? 0
  if (now >= most[kind])
    throw new Refusal('busy', {
      message: `${most[kind]} exports are ${kind === 'copies' ? 'being prepared' : 'running'} already, try again in a moment.`,
      retryAfter: 5,
    })
  counts.set(key, now + 1)
  let held = true
  return () => {
    if (!held) return
    held = false
    counts.set(key, (counts.get(key) ?? 1) - 1)
  }
}
