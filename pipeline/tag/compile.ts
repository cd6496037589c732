import type { Tag } from '#model/tag.ts'
import { compilePredicate } from '#store/analytics/predicate/compile.ts'
import { type Names, columnNames } from '#store/analytics/predicate/names.ts'
import type { Tagging } from '#store/analytics/sessions/insert.ts'
import { type Evidence, evidence, evidenceOf, evidenceSql, portsOf } from './evidence.ts'
import { type UnderstoodRule, understandRules } from './understand.ts'

const plain = columnNames()

/**
 * Texts are lowered once a session, not once a rule, and the lowering is written once and called by its alias from
 * then on: reading the rules is most of what a small insert costs the engine.
 */
const loweredOnce = (): Names => {
  const written = new Set<string>()
  return (column) => {
    const own = plain(column)
    if (column.shape !== 'text' && column.shape !== 'text-list') return own
    const alias = `lowered_${column.name}`
    if (written.has(alias)) return { ...own, expr: alias, lowered: true }
    written.add(alias)
    const lowering =
      column.shape === 'text' ? `lowerUTF8(${own.expr})` : `arrayMap(text_ -> lowerUTF8(text_), ${own.expr})`
    return { ...own, expr: `(${lowering} AS ${alias})`, lowered: true }
  }
}

type Bucket = Evidence | 'any'

const bucketOf = ({ predicate }: UnderstoodRule): Bucket => {
  const needed = evidenceOf(predicate)
  return evidence.find((one) => (one === 'ports' ? portsOf(predicate) !== null : needed.has(one))) ?? 'any'
}

const guardOf = (bucket: Bucket, rules: readonly UnderstoodRule[]): string => {
  if (bucket === 'any') return '1'
  if (bucket !== 'ports') return evidenceSql[bucket]
  const ports = new Set(rules.flatMap(({ predicate }) => [...(portsOf(predicate) ?? [])]))
  return `dst_port IN (${[...ports]
    .map(Number)
    .sort((left, right) => left - right)
    .join(', ')})`
}

/** Slugs are text of ours, but they stand in SQL: nothing else may. */
const literal = (slug: string): string => {
  if (!/^[a-z0-9-]+$/.test(slug)) throw new Error(`"${slug}" is no slug.`)
  return `'${slug}'`
}

/**
 * Rules as one expression over the columns of `sessions` that yields the slugs of those that hold, Array(String) in
 * no order. Rules that need the same evidence stand behind one guard. Values are bound parameters named tag…
 * @throws Error naming a rule that cannot be understood
 */
export const compileTagging = (tags: readonly Pick<Tag, 'slug' | 'rule'>[]): Tagging => {
  const rules = understandRules(tags)
  const buckets = Map.groupBy(rules, bucketOf)
  const params: Record<string, unknown> = {}
  const names = loweredOnce()
  let index = 0
  const parts = [...buckets].map(([bucket, members]) => {
    const slugs = members.map(({ slug, predicate }) => {
      const { sql, params: bound } = compilePredicate(predicate, {
        names,
        prefix: `tag${index++}_`,
      })
      Object.assign(params, bound)
      return `if(${sql}, ${literal(slug)}, '')`
    })
    const found = `arrayFilter(slug_ -> slug_ != '', [${slugs.join(', ')}])`
    return bucket === 'any' ? found : `if(${guardOf(bucket, members)}, ${found}, emptyArrayString())`
  })
  return { sql: parts.length > 0 ? `arrayConcat(${parts.join(', ')})` : 'emptyArrayString()', params }
}
