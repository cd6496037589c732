import { type Line, tagLines } from '#methods/verdict/rule.ts'
import { tagMeets } from '#methods/verdict/sql.ts'

/** The newest catalogue of tags, as a table. */
export const tagCatalogueSql =
  '(SELECT * FROM {local}.tag_catalogue WHERE version = (SELECT max(version) FROM {local}.tag_catalogue))'

/** Slugs of the catalogue's tags for which the condition holds, as an array. */
export const slugsWhere = (condition: string): string =>
  `(SELECT groupArray(slug) FROM ${tagCatalogueSql} WHERE ${condition})`

/** Slugs of the tags that meet a line of the verdict's rule, which is one of `tagLines`. */
export const slugsMeeting = (line: Line): string =>
  slugsWhere(tagMeets(line, { intention: 'intention', category: 'category' }))

/** For a WITH: the slugs that meet each line, by the name that `slugsOf` gives. */
export const slugsOfLines = tagLines.map((line) => `${slugsMeeting(line)} AS ${slugsOf(line)}`).join(',\n  ')

export function slugsOf({ classification }: Line): string {
  return `${classification}_slugs`
}
