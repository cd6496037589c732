import type { Line } from '#methods/verdict/rule.ts'
import { byLineSql, kindsMeeting, wordsMeeting } from '#methods/verdict/sql.ts'
import { slugsOf } from '../tag-catalogue/slugs.ts'

/**
 * What decided, as "kind:name": the same as the reasons marked so by methods/verdict/judge.ts. Of a document, whose columns are named with
 * `prefix`; needs the slugs that meet each line (tag-catalogue/slugs.ts).
 */
export const decidedSql = (prefix: string): string =>
  byLineSql(`${prefix}classification`, (line) => decidingSql(line, prefix))

function decidingSql(line: Line, prefix: string): string {
  const beginnings = [...kindsMeeting(line).map((kind) => `${kind}:`), ...wordsMeeting(line)]
  const evidence = `arrayFilter(x -> ${beginnings.map((text) => `startsWith(x, '${text}')`).join(' OR ')}, ${prefix}evidence)`
  if (line.isOperators) return evidence
  return `arrayConcat(
      ${evidence},
      arrayMap(t -> concat('tag:', t), arrayFilter(t -> has(${slugsOf(line)}, t), ${prefix}tags)))`
}
