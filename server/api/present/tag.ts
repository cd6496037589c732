import type { Intention, Tag } from '#model/tag.ts'
import type { TagActivity, TagHead } from '#model/tag-report.ts'
import { apiCategory, apiIntention } from './api-enums.ts'

export const presentHead = ({ id, slug, name, category, intention, cves, createdAt }: TagHead) => ({
  id,
  slug,
  name,
  category: apiCategory(category),
  intention: apiIntention(intention),
  cves: [...cves],
  created_at: createdAt,
})

/** The tag object of the public aliases. */
export const presentPublicHead = ({ id, slug, name, category, intention, cves, createdAt }: TagHead) => ({
  id,
  label: slug.toUpperCase().replaceAll('-', '_'),
  slug,
  name,
  category,
  intention,
  cves: [...cves],
  created_at: createdAt,
})

type Related = Pick<Tag, 'id' | 'name' | 'slug' | 'category' | 'intention'>

/** By catalogue, which never changes, and tag: to compare each of a thousand tags with all takes longer than all else of their list. */
const known = new WeakMap<ReadonlyMap<string, Tag>, Map<Tag, readonly Related[]>>()

/** Tags that share a CVE or an actor. */
export function related(tag: Tag, tags: ReadonlyMap<string, Tag>): readonly Related[] {
  const ofTags = known.get(tags) ?? new Map<Tag, readonly Related[]>()
  known.set(tags, ofTags)
  const found = ofTags.get(tag) ?? relatedAmong(tag, tags)
  ofTags.set(tag, found)
  return found
}

function relatedAmong(tag: Tag, tags: ReadonlyMap<string, Tag>): Related[] {
  return [...tags.values()]
    .filter(
      (other) =>
        other.slug !== tag.slug &&
        (other.cves.some((cve) => tag.cves.includes(cve)) ||
          (tag.actor !== undefined && other.actor === tag.actor)),
    )
    .slice(0, 50)
    .map(({ id, name, slug, category, intention }) => ({ id, name, slug, category, intention }))
}

export const presentPublicTag = (tag: Tag, tags: ReadonlyMap<string, Tag>) => ({
  ...presentPublicHead(tag),
  description: tag.description,
  references: [...tag.references],
  recommend_block: tag.recommendBlock,
  related_tags: [...related(tag, tags)],
})

const hour = 3_600_000

/** One list a verdict, of buckets oldest first; the last bucket ends where the answer was made. */
export function presentActivity({ slug, step, start, end, buckets, addresses }: TagActivity) {
  const total = Object.values(addresses).reduce((sum, each) => sum + each, 0)
  const of = (classification: Intention) =>
    buckets.map(({ start: from, addresses: seen }) => {
      const until = new Date(Math.min(Date.parse(from) + step * hour, Date.parse(end))).toISOString()
      return {
        start: from,
        end: until,
        include_start: true,
        include_end: false,
        timestamp: from,
        active_ips: seen[classification],
      }
    })
  return {
    slug,
    activity: {
      malicious: of('malicious'),
      suspicious: of('suspicious'),
      benign: of('benign'),
      unknown: of('unknown'),
    },
    aggregations: { total_ips: total, classification: { ...addresses } },
    metadata: { granularity: `${step}h`, start_date: start, end_date: end },
  }
}
