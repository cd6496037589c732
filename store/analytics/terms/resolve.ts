import { z } from 'zod'
import type { Column, Predicate } from '#gnql/predicate.ts'
import { ipNames } from '../tables/ips-column-names.ts'
import type { Reads } from '../read-only.ts'
import type { Pattern } from '#gnql/like.ts'
import type { ValuesOf } from '../predicate/like.ts'
import { likePattern } from '../predicate/like.ts'
import { defineQuery } from '../query/define.ts'
import { termColumns } from '../tables/terms.ts'

/** Patterns that stand for more values than this are compared with every document instead. */
export const maxValues = 500
/** Patterns of one query that are looked up; further ones are compared. */
const maxPatterns = 20

const matching = defineQuery({
  name: 'terms that match a pattern',
  params: z.object({ field: z.string(), pattern: z.string(), max: z.number() }),
  row: z.object({ value: z.string() }),
  sql: `SELECT DISTINCT value FROM {db}.terms WHERE field = {field: String} AND value LIKE {pattern: String}
LIMIT {max: UInt32}`,
})

const known: ReadonlySet<string> = new Set(termColumns)

interface Asked {
  field: string
  pattern: string
  test: Predicate
}

/** Every pattern over a list whose values are known, each once, by `field` and LIKE pattern. */
function patternsIn(predicate: Predicate, found = new Map<string, Asked>()) {
  if (predicate.kind === 'and' || predicate.kind === 'or')
    for (const part of predicate.operands) patternsIn(part, found)
  if (predicate.kind === 'not') patternsIn(predicate.operand, found)
  if (predicate.kind === 'test' && predicate.test.op === 'like') {
    const asked = askedOf(predicate.column, predicate.test.pattern)
    if (asked) found.set(asked.join('\n'), { field: asked[0], pattern: asked[1], test: predicate })
  }
  return found
}

/** The tests whose patterns are looked up. */
export const lookedUp = (predicate: Predicate): Predicate[] =>
  [...patternsIn(predicate).values()].slice(0, maxPatterns).map(({ test }) => test)

function askedOf(column: Column, pattern: Pattern): [field: string, pattern: string] | null {
  const { expr } = ipNames(column)
  return known.has(expr) ? [expr, likePattern(pattern)] : null
}

/**
 * What the wildcards of a predicate over documents stand for: the store keeps each value of a list once (`terms`), and
 * asking for few values is answered from the index. Terms may know values that no document has any more; never the other
 * way round, so the answer is the same as that of a comparison with every document.
 */
export async function wildcardValues({ app }: Reads, predicate: Predicate): Promise<ValuesOf> {
  const asked = [...patternsIn(predicate)].slice(0, maxPatterns)
  const values = new Map<string, readonly string[]>()
  await Promise.all(
    asked.map(async ([key, { field, pattern }]) => {
      const rows = await app.run(matching, { field, pattern, max: maxValues + 1 })
      if (rows.length <= maxValues)
        values.set(
          key,
          rows.map(({ value }) => value),
        )
    }),
  )
  return (column, pattern) => {
    const of = askedOf(column, pattern)
    return of ? values.get(of.join('\n')) : undefined
  }
}
