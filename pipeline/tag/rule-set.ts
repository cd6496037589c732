import { createHash } from 'node:crypto'
import type { Tag } from '#model/tag.ts'
import { product } from '#store/analytics/rebuild/notes.ts'
import type { Rules } from '#store/analytics/rebuild/rule-sets.ts'
import type { Tagging } from '#store/analytics/sessions/tagging.ts'
import { compileCounting, compileTagging, nameOfRules, readAs, rulesOverOne, taggingOf } from './compile.ts'
import { buildTagger, type Tagger } from './intake/tagger.ts'

/** All rules of one owner, the product or a workspace, ready for units on their way in and for stored days. */
export interface RuleSet extends Rules {
  workspace: string
  prints: ReadonlyMap<string, string>
  only: NonNullable<Rules['only']>
  /** For sessions on their way in. Made when it is first asked for, in slices: a start does not wait for it. */
  tagger: () => Promise<Tagger>
}

type RuleText = Pick<Tag, 'slug' | 'rule' | 'count'>

/** What a rule says, and how it is read: two that differ in neither tag alike. */
const fingerprint = ({ rule, count }: RuleText): string =>
  createHash('sha256')
    .update(JSON.stringify([readAs, rule, count ?? null]))
    .digest('hex')
    .slice(0, 32)

/** @throws Error naming a rule that cannot be understood */
export function compileRuleSet(tags: readonly RuleText[], workspace = product): RuleSet {
  const rules = rulesOverOne(tags)
  let tagging: Tagging | undefined
  let tagger: Promise<Tagger> | undefined
  return {
    workspace,
    name: nameOfRules(tags),
    prints: new Map(tags.map((tag) => [tag.slug, fingerprint(tag)])),
    // Written when a stored day is first tagged anew.
    get tagging() {
      return (tagging ??= taggingOf(rules))
    },
    counting: compileCounting(tags),
    tagger: () => (tagger ??= buildTagger(rules)),
    only(slugs) {
      const some = tags.filter(({ slug }) => slugs.has(slug))
      return { tagging: compileTagging(some), counting: compileCounting(some) }
    },
  }
}
