import { type SearchDataset, type Suggestion, suggestionLimits as limits } from '#model/suggestion.ts'
import type { Tag } from '#model/tag.ts'
import { lackingGroups, withheldColumns } from '#model/ip-document/groups.ts'
import { has } from '../access.ts'
import type { Ctx } from '../context.ts'
import { trends } from '../trends/report.ts'
import type { Seen } from './seen.ts'
import { suggestedTag } from './tags.ts'

interface Frequent {
  trending: readonly Suggestion[]
  popular: readonly Suggestion[]
}

/** What is proposed before anything is typed: tags whose numbers rise and tags most carried; CVEs of the first. */
export async function frequent(ctx: Ctx, dataset: SearchDataset, seen: Seen): Promise<Frequent> {
  if (dataset === 'ips' || !has(ctx.scope, 'feature-tag-trends')) return { trending: [], popular: [] }
  const { rows } = await trends(ctx, { sort: 'trending', days: 1, limit: 1000 })
  const rising = rows.flatMap(({ slug }) => ctx.tags.get(slug) ?? [])
  if (dataset === 'cves') return { trending: cvesOf(ctx, rising, seen), popular: [] }
  const carried = [...seen.tags.keys()].flatMap((slug) => ctx.tags.get(slug) ?? [])
  const shown = (tags: readonly Tag[], max: number): Suggestion[] =>
    tags
      .slice(0, max)
      .map((tag) => suggestedTag(tag, [], { count: seen.tags.get(tag.slug) ?? 0, isQuery: false }))
  return { trending: shown(rising, limits.trending), popular: shown(carried, limits.popular) }
}

function cvesOf({ scope }: Ctx, tags: readonly Tag[], seen: Seen): Suggestion[] {
  const isCounted = !withheldColumns(lackingGroups(scope.plan)).has('cves')
  const detected = new Map<string, Tag>()
  for (const tag of tags) for (const cve of tag.cves) if (!detected.has(cve)) detected.set(cve, tag)
  return [...detected].slice(0, limits.trending).map(([cve, { name }]) => ({
    label: cve,
    detail: name,
    matches: [],
    count: isCounted ? (seen.cves.get(cve) ?? 0) : null,
    page: 'cve',
    value: cve,
  }))
}
