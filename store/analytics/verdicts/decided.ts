import type { Line } from '#methods/verdict/rule.ts'
import { byClassSql, kindsMeeting } from '#methods/verdict/sql.ts'
import { slugsOf } from '../tag-catalogue/slugs.ts'

/**
 * What decided, as "kind:name": the same as the reasons marked so by methods/verdict/judge.ts. Of a document, whose columns are named with
 * `prefix`; needs the slugs that meet each line (tag-catalogue/slugs.ts).
 */
export const decidedSql = (prefix: string): string =>
  byClassSql(`${prefix}classification`, (line) => decidingSql(line, prefix), 'emptyArrayString()')

function decidingSql(line: Line, prefix: string): string {
  const kinds = kindsMeeting(line).map((kind) => `startsWith(x, '${kind}:')`)
  return `arrayConcat(
      arrayFilter(x -> ${kinds.join(' OR ')}, ${prefix}evidence),
      arrayMap(t -> concat('tag:', t), arrayFilter(t -> has(${slugsOf(line)}, t), ${prefix}tags)))`
}
