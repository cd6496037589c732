import { rank } from '#gnql/complete/name-index.ts'
import type { Suggestion } from '#model/suggestion.ts'
import type { Tag } from '#model/tag.ts'
import { term } from '#gnql/term.ts'
import { said } from '../tags/list.ts'
import { matchesIn } from './words.ts'

/** Tags that say all the words somewhere, as the page of tags finds them; those first whose name begins with one, then the most carried. */
export function tagsSaying(
  tags: Iterable<Tag>,
  typed: readonly string[],
  addresses: ReadonlyMap<string, number>,
): Tag[] {
  if (typed.length === 0) return []
  const placed = [...tags].filter(said(typed.join(' '))).map((tag) => ({
    tag,
    at: Math.min(...typed.map((word) => rank(tag.name, word)), rank(tag.slug, typed.join('-'))),
    count: addresses.get(tag.slug) ?? 0,
  }))
  return placed
    .sort((a, b) => a.at - b.at || b.count - a.count || (a.tag.slug < b.tag.slug ? -1 : 1))
    .map(({ tag }) => tag)
}

/**
 * Where addresses are searched, a tag leads to those that carry it, if any does; where tags are, to its page.
 * @param count null where nobody counted
 */
export function suggestedTag(
  { slug, name, intention, category }: Tag,
  typed: readonly string[],
  { count, isQuery }: { count: number | null; isQuery: boolean },
): Suggestion {
  const leadsToQuery = isQuery && count !== null && count > 0
  return {
    label: name,
    detail: `${intention === 'unknown' ? '' : intention} ${category.replaceAll('_', ' ')}`.trim(),
    matches: matchesIn(name, typed),
    count,
    page: leadsToQuery ? 'query' : 'tag',
    value: leadsToQuery ? term('tags', name) : slug,
  }
}
