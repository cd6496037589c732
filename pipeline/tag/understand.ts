import type { Predicate } from '#gnql/predicate.ts'
import { understand } from '#gnql/understand.ts'
import type { Tag } from '#model/tag.ts'
import { withDecodedHeaders } from './reading.ts'

export interface UnderstoodRule {
  slug: string
  predicate: Predicate
}

/**
 * Rules as predicates over the columns of a session as rules read them (reading.ts), without a time window.
 * @throws Error naming the rule and the place in its text when one cannot be understood
 */
export const understandRules = (tags: readonly Pick<Tag, 'slug' | 'rule'>[]): UnderstoodRule[] =>
  tags.map(({ slug, rule }) => {
    const { ok, predicate, diagnostics } = understand(rule, { catalogue: 'session', now: 0, windowDays: 0 })
    const trouble = diagnostics.find(({ severity }) => severity === 'error')
    if (ok) return { slug, predicate: withDecodedHeaders(predicate) }
    const where = trouble ? ` at ${trouble.span.start}: ${trouble.message}` : ''
    throw new Error(`The rule of "${slug}" cannot be understood${where}`)
  })
