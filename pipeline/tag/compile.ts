import { createHash } from 'node:crypto'
import type { Predicate } from '#gnql/predicate.ts'
import { mapInSlices } from '#model/slices.ts'
import type { Tag } from '#model/tag.ts'
import { compilePredicate } from '#store/analytics/predicate/compile.ts'
import { loweredList, loweredSql } from '#store/analytics/predicate/lower.ts'
import type { Names } from '#store/analytics/predicate/column-names.ts'
import type { Counting } from '#store/analytics/rebuild/threshold-tags.ts'
import type { Tagging } from '#store/analytics/sessions/tagging.ts'
import { type Precondition, knownPreconditions } from './known-preconditions.ts'
import { preconditionsOf, portsOf } from './preconditions.ts'
import { ruleNames } from './reading.ts'
import { type Numbered, searchSql } from './multi-match.ts'
import { accusingSql, type AnalyzedRule, analyzeRules } from './analyze-rules.ts'
import { type Disjunct, disjunctsOf } from './dnf.ts'

type RuleText = Pick<Tag, 'slug' | 'rule' | 'count'>

/**
 * Texts are lowered once a session, not once a rule, and the lowering is written once and called by its alias from
 * then on: reading the rules is most of what tagging a small day costs the engine.
 */
const loweredOnce = (): Names => {
  const written = new Set<string>()
  return (column) => {
    const own = ruleNames(column)
    if (own.lowered || (column.shape !== 'text' && column.shape !== 'text-list')) return own
    const alias = `lowered_${column.name}`
    if (written.has(alias)) return { ...own, expr: alias, lowered: true }
    written.add(alias)
    const lowering = column.shape === 'text' ? loweredSql(own.expr) : loweredList(own.expr)
    return { ...own, expr: `(${lowering} AS ${alias})`, lowered: true }
  }
}

type Bucket = Precondition | 'any'

const bucketOf = (predicate: Predicate): Bucket => {
  const needed = preconditionsOf(predicate)
  return (
    knownPreconditions.names.find((one) =>
      one === 'ports' ? portsOf(predicate) !== null : needed.has(one),
    ) ?? 'any'
  )
}

const guardOf = (bucket: Bucket, predicates: readonly Predicate[]): string => {
  if (bucket === 'any') return '1'
  if (bucket !== 'ports') return knownPreconditions.sql[bucket]
  const ports = new Set(predicates.flatMap((predicate) => [...(portsOf(predicate) ?? [])]))
  return `dst_port IN (${[...ports].sort((left, right) => left - right).join(', ')})`
}

/** What some predicate's holding yields: a slug, or the number of a rest. */
interface Asked<Yield extends string | number> {
  predicate: Predicate
  yields: Yield
}

/** How a part of the statement is written: its predicates, and its other values as parameters. */
interface Writing {
  write: (predicate: Predicate) => string
  bind: (values: readonly (string | number)[], type: 'Array(String)' | 'Array(UInt16)') => string
}

/**
 * Predicates asked one by one, those that need the same preconditions behind one guard; an array of what holding ones yield.
 * What they yield is one list beside the list of answers: the engine reads a list faster than a function for each.
 */
const askedSql = <Yield extends string | number>(
  asked: readonly Asked<Yield>[],
  { write, bind, type }: Writing & { type: 'String' | 'UInt16' },
): string => {
  const empty = `emptyArray${type}()`
  const buckets = Map.groupBy(asked, ({ predicate }) => bucketOf(predicate))
  const parts = [...buckets].map(([bucket, members]) => {
    const predicates = members.map(({ predicate }) => predicate)
    const yields = bind(
      members.map((member) => member.yields),
      `Array(${type})`,
    )
    const found = `arrayFilter((yield_, holds_) -> holds_, ${yields}, [${predicates.map(write).join(', ')}])`
    return bucket === 'any' ? found : `if(${guardOf(bucket, predicates)}, ${found}, ${empty})`
  })
  return parts.length > 0 ? `arrayConcat(${parts.join(', ')})` : empty
}

/** A rule with the ways in which it can hold; null where some way is led to by no text. */
interface RuleDisjuncts {
  slug: string
  /** Asked of every session; the others only of those that may accuse somebody. */
  ofBackscatter: boolean
  predicate: Predicate
  disjuncts: readonly Disjunct[] | null
}

const withDisjuncts = ({ slug, own, ofBackscatter }: AnalyzedRule): RuleDisjuncts => ({
  slug,
  ofBackscatter,
  predicate: own,
  disjuncts: ofBackscatter ? null : disjunctsOf(own),
})

/** Rules that texts lead to, with the rests they need numbered from 1; and the others. */
const sorted = (rules: readonly RuleDisjuncts[]) => {
  const led: Numbered[] = []
  const others: Asked<string>[] = []
  const rests = new Map<string, Asked<number>>()
  for (const { slug, predicate, disjuncts } of rules) {
    if (!disjuncts) {
      others.push({ predicate, yields: slug })
      continue
    }
    for (const disjunct of disjuncts) {
      const key = JSON.stringify(disjunct.rest)
      const number = rests.get(key)?.yields ?? rests.size + 1
      if (disjunct.rest) rests.set(key, { predicate: disjunct.rest, yields: number })
      led.push({ slug, disjunct, rest: disjunct.rest ? number : 0 })
    }
  }
  if (rests.size > 65_535) throw new Error('The rules need too many different conditions.')
  return { led, others, rests: [...rests.values()] }
}

const written = (rules: readonly RuleDisjuncts[]): Tagging => {
  const { led, others, rests } = sorted(rules.filter(({ ofBackscatter }) => !ofBackscatter))
  const ofAll = rules
    .filter(({ ofBackscatter }) => ofBackscatter)
    .map(({ slug, predicate }) => ({ predicate, yields: slug }))
  const params: Record<string, unknown> = {}
  const names = loweredOnce()
  let index = 0
  const write = (predicate: Predicate): string => {
    const { sql, params: bound } = compilePredicate(predicate, { names, prefix: `tag${index++}_` })
    Object.assign(params, bound)
    return sql
  }
  const bind: Writing['bind'] = (values, type) => {
    const name = `tag${index++}_yields`
    params[name] = values
    return `{${name}:${type}}`
  }
  const parts = [askedSql(others, { write, bind, type: 'String' })]
  const always = askedSql(ofAll, { write, bind, type: 'String' })
  if (led.length > 0) {
    const search = searchSql(led, {
      names,
      rests: () => askedSql(rests, { write, bind, type: 'UInt16' }),
    })
    Object.assign(params, search.params)
    parts.push(search.sql)
  }
  // Not `if`: what stands inside of one is worked out over copies of every column it reads.
  const guarded = `arrayFilter(slug_ -> ${accusingSql}, arrayConcat(${parts.join(', ')}))`
  return { sql: ofAll.length > 0 ? `arrayConcat(${guarded}, ${always})` : guarded, params }
}

/**
 * The rules over one session, each understood when its turn comes.
 * @throws Error naming a rule that cannot be understood
 */
export function* eachRuleOverOne(tags: readonly RuleText[]): Generator<AnalyzedRule, void, undefined> {
  for (const tag of tags) if (!tag.count) yield* analyzeRules([tag])
}

/**
 * Rules as one expression over the columns of `sessions` that yields the slugs of those that hold, Array(String) in
 * no order: how stored days are retagged. Rules that a text leads to are found in one search (multi-match.ts); the others are
 * asked one by one, those that need the same preconditions behind one guard. Values are bound parameters named tag… and search….
 * @throws Error naming a rule that cannot be understood
 */
export const compileTagging = (tags: readonly RuleText[]): Tagging =>
  written([...eachRuleOverOne(tags)].map(withDisjuncts))

/** The same in slices: the rules as shipped take a third of a second to understand. @throws Error as above */
export const compileTaggingInSlices = async (tags: readonly RuleText[]): Promise<Tagging> =>
  written(await mapInSlices(eachRuleOverOne(tags), withDisjuncts))

/**
 * The rules over time among `tags`, as what the store needs to count (store/analytics/rebuild/threshold-tags.ts).
 * @throws Error naming a rule that cannot be understood
 */
export const compileCounting = (tags: readonly RuleText[]): Counting[] =>
  tags.flatMap((tag, index) => {
    if (!tag.count) return []
    const [{ predicate }] = analyzeRules([tag]) as [AnalyzedRule]
    return [
      {
        ...tag.count,
        slug: tag.slug,
        base: compilePredicate(predicate, { names: ruleNames, prefix: `count${index}_` }),
      },
    ]
  })

/** How rules are read: another way to read the same text gives other tags, and has another number. */
export const readAs = 'tags/4'

/** Names the rules as they stand: another text, other counts or another way to read them give another name. */
export const nameOfRules = (tags: readonly RuleText[]): string =>
  createHash('sha256')
    .update(JSON.stringify([readAs, tags.map(({ slug, rule, count }) => [slug, rule, count ?? null])]))
    .digest('hex')
