import { z } from 'zod'
import type { Tag } from '#model/tag.ts'
import type { Analytics } from '../open.ts'
import { bigWhole } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { Querier } from '../query/querier.ts'
import { tagFact } from '../rollups/facts.ts'
import { withLock } from '../locks.ts'

/** What documents need to know about a tag. */
export type CatalogueTag = Pick<Tag, 'slug' | 'name' | 'category' | 'intention' | 'cves' | 'actor'>

const entry = z.object({
  slug: z.string(),
  name: z.string(),
  category: z.string(),
  intention: z.string(),
  actor: z.string(),
  cves: z.array(z.string()),
})

const current = defineQuery({
  name: 'current tag catalogue',
  params: z.object({}),
  row: entry.extend({ version: bigWhole }),
  sql: `SELECT version, slug, name, category, intention, actor, cves FROM {local}.tag_catalogue
WHERE version = (SELECT max(version) FROM {local}.tag_catalogue)`,
})

/**
 * Makes `tags` the whole catalogue. Addresses that carry a tag which came, went or changed are marked, so that the
 * next refresh judges them anew; a tag that is no longer listed leaves every document.
 * @returns the slugs that changed
 */
export async function writeTagCatalogue(
  analytics: Analytics,
  tags: readonly CatalogueTag[],
): Promise<string[]> {
  const wanted = new Map(tags.map((tag) => [tag.slug, written(tag)]))
  const changed = new Set<string>()
  await withLock(analytics, 'documents', () =>
    // Days that are marked are not counted by what stands until now: their marks would be gone.
    withLock(analytics, 'counts', async () => {
      for (const host of analytics.hosts) for (const slug of await writeOn(host, wanted)) changed.add(slug)
    }),
  )
  return [...changed].sort()
}

const written = ({ slug, name, category, intention, actor, cves }: CatalogueTag): z.infer<typeof entry> => ({
  slug,
  name,
  category,
  intention,
  actor: actor ?? '',
  cves: [...cves],
})

async function writeOn(host: Querier, wanted: Map<string, z.infer<typeof entry>>): Promise<string[]> {
  const before = await host.run(current, {})
  const stood = new Map(before.map((tag) => [tag.slug, JSON.stringify(entry.parse(tag))]))
  const changed = [...new Set([...stood.keys(), ...wanted.keys()])].filter(
    (slug) =>
      stood.get(slug) !== (wanted.has(slug) ? JSON.stringify(entry.parse(wanted.get(slug))) : undefined),
  )
  if (changed.length === 0) return []
  const last = before[0]?.version ?? 0n
  // Marks first: when the process dies in between, documents are made once for nothing.
  await host.command(
    `INSERT INTO {local}.ip_dirty (ip) SELECT DISTINCT ip FROM {local}.ip_day WHERE hasAny(mapKeys(facts), {keys: Array(String)})`,
    { keys: changed.map((slug) => `${tagFact.letter}${slug}`) },
  )
  // The verdict of a day rests on intentions and categories.
  await host.command('INSERT INTO {local}.tag_stale (day) SELECT DISTINCT day FROM {local}.tag_day')
  await host.insert(
    '{local}.tag_catalogue',
    [...wanted.values()].map((tag) => ({ ...tag, version: String(last + 1n) })),
  )
  if (wanted.size > 0 && last > 0n) {
    await host.command('ALTER TABLE {local}.tag_catalogue DROP PARTITION {version: UInt64}', {
      version: String(last),
    })
  }
  return changed
}
