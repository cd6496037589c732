import { suggestionLimits, type Suggestion } from '#model/suggestion.ts'
import { fromHex } from '#store/analytics/address.ts'
import type { Ctx } from '../context.ts'
import { stretchesOf } from './address-prefix.ts'

/** Addresses with a record that begin with what was typed, in their order. */
export function addressesBeginning({ memoryIndex }: Pick<Ctx, 'memoryIndex'>, typed: string): Suggestion[] {
  const found: Suggestion[] = []
  for (const [from, to] of stretchesOf(typed)) {
    const missing = suggestionLimits.ofKind - found.length
    if (missing <= 0) break
    for (const hex of memoryIndex.between(from, to, missing)) {
      const ip = fromHex(hex)
      found.push({ label: ip, detail: '', matches: [[0, typed.length]], count: null, page: 'ip', value: ip })
    }
  }
  return found
}
