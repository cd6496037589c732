import type { TagsOf } from '#store/analytics/sessions/insert.ts'
import type { SessionRow } from '#store/analytics/sessions/row.ts'
import type { RuleSet } from '../tag/rule-set.ts'

export type UnitRules = Pick<RuleSet, 'tagger'>

export interface UnitTags {
  /** By the product's rules, and by those of the session's workspace. */
  tagsOf: TagsOf
  customTagsOf: TagsOf
  /** The workspaces whose own rules tagged their sessions. */
  byOwn: ReadonlySet<string>
}

/**
 * The tags of a unit's sessions. Own rules that fail keep no session from being stored: it is stored without their tags, and the
 * day is due.
 */
export async function tagUnit(
  sessions: readonly SessionRow[],
  product: UnitRules,
  own: ReadonlyMap<string, UnitRules> = new Map(),
): Promise<UnitTags> {
  const tags = await tagsBy(product, sessions)
  const customTags = new Map<SessionRow, readonly string[]>()
  const byOwn = new Set<string>()
  for (const [workspace, some] of own.size > 0 ? Map.groupBy(sessions, (one) => one.workspace) : []) {
    const rules = own.get(workspace)
    const found = rules && (await tagsBy(rules, some).catch(() => null))
    if (!found) continue
    byOwn.add(workspace)
    for (const [session, slugs] of found) customTags.set(session, slugs)
  }
  return {
    tagsOf(session) {
      const slugs = tags.get(session)
      if (!slugs) throw new Error('A session that was not tagged is to be stored.')
      return slugs
    },
    customTagsOf: (session) => customTags.get(session) ?? [],
    byOwn,
  }
}

/** By the rules of one owner. */
export async function tagsBy(
  rules: UnitRules,
  sessions: readonly SessionRow[],
): Promise<ReadonlyMap<SessionRow, readonly string[]>> {
  const tagger = await rules.tagger()
  const tags = await tagger.tag(sessions)
  return new Map(sessions.map((session, at) => [session, tags[at] ?? []]))
}
