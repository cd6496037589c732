import { createHash } from 'node:crypto'
import type { Tag } from '#model/tag.ts'
import { product } from '#store/analytics/rebuild/notes.ts'
import type { Rules } from '#store/analytics/rebuild/rule-sets.ts'
import {
  compileCounting,
  compileRulebook,
  compileTagging,
  nameOfRules,
  readAs,
  type Rulebook,
} from './compile.ts'

/** All rules of one owner, the product or a workspace, ready for units on their way in and for stored days. */
export interface RuleSet extends Rules, Pick<Rulebook, 'forUnit' | 'frugal'> {
  workspace: string
  prints: ReadonlyMap<string, string>
  only: NonNullable<Rules['only']>
}

type RuleText = Pick<Tag, 'slug' | 'rule' | 'count'>

/** What a rule says, and how it is read: two that differ in neither tag alike. */
const fingerprint = ({ rule, count }: RuleText): string =>
  createHash('sha256')
    .update(JSON.stringify([readAs, rule, count ?? null]))
    .digest('hex')
    .slice(0, 32)

/**
 * A set by its rules. They are read when one of them is first asked of a session: a start that stores nothing does without.
 * @throws Error naming a rule that cannot be understood, then
 */
export function compileRuleSet(tags: readonly RuleText[], workspace = product): RuleSet {
  const rulebook = once(() => compileRulebook(tags))
  const counting = once(() => compileCounting(tags))
  return {
    workspace,
    name: nameOfRules(tags),
    prints: new Map(tags.map((tag) => [tag.slug, fingerprint(tag)])),
    get tagging() {
      return rulebook().all
    },
    get counting() {
      return counting()
    },
    forUnit: (sessions) => rulebook().forUnit(sessions),
    frugal: () => rulebook().frugal(),
    only(slugs) {
      const some = tags.filter(({ slug }) => slugs.has(slug))
      return { tagging: compileTagging(some), counting: compileCounting(some) }
    },
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
