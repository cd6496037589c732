import { createHash } from 'node:crypto'
import type { Tag } from '#model/tag.ts'
import { product } from '#store/analytics/rebuild/notes.ts'
import type { Rules } from '#store/analytics/rebuild/rule-sets.ts'
import type { SomeRules } from '#store/analytics/rebuild/tagged-anew.ts'
import type { Tagging } from '#store/analytics/sessions/tagging.ts'
import {
  compileCounting,
  compileTagging,
  compileTaggingInSlices,
  eachRuleOverOne,
  nameOfRules,
  readAs,
} from './compile.ts'
import { buildTagger, type Tagger } from './intake/tagger.ts'

/** All rules of one owner, the product or a workspace, ready for units on their way in and for stored days. */
export interface RuleSet extends Rules {
  workspace: string
  prints: ReadonlyMap<string, string>
  pick: NonNullable<Rules['pick']>
  /** The rules alone that ask what a capture was taken at. */
  ofVantage: () => Promise<SomeRules>
  /** For sessions on their way in. Made when it is first asked for, in slices. */
  tagger: () => Promise<Tagger>
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
  let tagging: Tagging | undefined
  const compile = once(async () => (tagging = await compileTaggingInSlices(tags)))
  const counting = once(() => compileCounting(tags))
  const tagger = once(() => buildTagger(eachRuleOverOne(tags)))
  const pick = async (slugs: ReadonlySet<string>) => {
    const some = tags.filter(({ slug }) => slugs.has(slug))
    return { tagging: await compileTaggingInSlices(some), counting: compileCounting(some) }
  }
  const ofVantage = once(async () => {
    // One that only mentions the word is asked for nothing.
    const slugs = tags.filter(({ rule }) => /vantage/i.test(rule)).map(({ slug }) => slug)
    return { slugs, ...(await pick(new Set(slugs))) }
  })
  return {
    workspace,
    name: nameOfRules(tags),
    prints: new Map(tags.map((tag) => [tag.slug, fingerprint(tag)])),
    get tagging() {
      return (tagging ??= compileTagging(tags))
    },
    compile,
    get counting() {
      return counting()
    },
    tagger,
    pick,
    ofVantage,
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
