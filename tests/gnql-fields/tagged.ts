import { matches } from '#gnql/match.ts'
import type { Session } from '#model/session.ts'
import type { Tag } from '#model/tag.ts'
import { analyzeRules } from '#pipeline/tag/analyze-rules.ts'
import { ruleDocument } from '#pipeline/tag/reading.ts'
import { loadTags } from '#tags/load.ts'
import type { Seen } from './meanings.ts'
import { carriers } from './over-time.ts'

const bySlug = new Map(loadTags().map((tag) => [tag.slug, tag]))
const rules = analyzeRules(loadTags())

/** The tags of one address's sessions, said plainly. */
export function tagged(sessions: readonly Session[]): Seen[] {
  const seen = sessions.map((session) => ({ session, tags: [] as Tag[] }))
  const rows = sessions.map((session) => ruleDocument(session))
  for (const { slug, predicate } of rules) {
    const tag = bySlug.get(slug)
    const matching = sessions.filter((_, place) => matches(predicate, rows[place] ?? {}))
    if (!tag || matching.length === 0) continue
    const carrying = tag.count ? carriers(matching, tag.count) : new Set(matching)
    for (const { session, tags } of seen) if (carrying.has(session)) tags.push(tag)
  }
  return seen
}
