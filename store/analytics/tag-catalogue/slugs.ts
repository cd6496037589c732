import { type Line, tagLines } from '#methods/verdict/rule.ts'
import { tagMeets } from '#methods/verdict/sql.ts'

/** The newest catalogue of tags, as a table. */
export const tagCatalogueSql =
  '(SELECT * FROM {local}.tag_catalogue WHERE version = (SELECT max(version) FROM {local}.tag_catalogue))'

/** Slugs of the catalogue's tags for which the condition holds, as an array. */
export const slugsWhere = (condition: string): string =>
  `(SELECT groupArray(slug) FROM ${tagCatalogueSql} WHERE ${condition})`

const meets = (line: Line): string => tagMeets(line, { intention: 'intention', category: 'category' })

/** Slugs of the tags that meet a line of the verdict's rule, which is one of `tagLines`. */
export const slugsMeeting = (line: Line): string => slugsWhere(meets(line))

/**
 * For a WITH: the slugs that meet each line, by the name that `slugsOf` gives, and `more`: what is gathered of the catalogue besides, by
 * its name. One subquery for all: the engine plans and runs each by itself.
 */
export function gatheredTags(more: Readonly<Record<string, string>> = {}): string {
  const all = {
    ...more,
    ...Object.fromEntries(tagLines.map((line) => [slugsOf(line), `groupArrayIf(slug, ${meets(line)})`])),
  }
  return `(SELECT (${Object.values(all).join(', ')}) FROM (SELECT * FROM ${tagCatalogueSql} ORDER BY slug)) AS gathered_tags,
  ${Object.keys(all)
    .map((name, at) => `gathered_tags.${at + 1} AS ${name}`)
    .join(', ')}`
}

/** As they are when nothing more is gathered. */
export const slugsOfLines = gatheredTags()

export function slugsOf({ classification }: Line): string {
  return `${classification}_slugs`
}
