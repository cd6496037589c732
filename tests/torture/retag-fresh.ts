import { join } from 'node:path'
import { z } from 'zod'
import { compileCounting, compileTagging, nameOfRules } from '#pipeline/tag/compile.ts'
import { seedActors } from '#services/sources/seed-actors.ts'
import { writeTagCatalogue } from '#store/analytics/tag-catalogue/write.ts'
import { refreshDocuments } from '#store/analytics/documents/refresh.ts'
import { launchEngine } from '#store/analytics/launch/launch.ts'
import { silent } from '#store/log.ts'
import { migrate } from '#store/analytics/migrations/all.ts'
import { type Analytics, openAnalytics } from '#store/analytics/open.ts'
import { count } from '#store/analytics/query/columns.ts'
import { defineQuery } from '#store/analytics/query/define.ts'
import { derived } from '#store/analytics/rebuild/derived.ts'
import { staleDays, retagIfTouched } from '#store/analytics/rebuild/stale-days.ts'
import { sessionColumns } from '#store/analytics/tables/sessions.ts'
import { refreshTagCounts } from '#store/analytics/tag-counts/refresh.ts'
import { readTags } from '#tags/load.ts'

const carried = defineQuery({
  name: 'torture: tags of sessions',
  params: z.object({}),
  row: z.object({ row: z.string() }),
  sql: 'SELECT toString(tuple(id, tags)) AS row FROM {db}.sessions ORDER BY row',
})
const numbers = defineQuery({
  name: 'torture: sessions',
  params: z.object({}),
  row: z.object({ sessions: count, ids: count, one: count, counted: count, retired: count }),
  sql: `SELECT count() AS sessions, uniqExact(id) AS ids, countIf(has(tags, 'torture-one')) AS one,
  countIf(has(tags, 'torture-over-time')) AS counted, countIf(has(tags, 'env-crawler')) AS retired FROM {db}.sessions`,
})

/**
 * Copies the sessions of a store that was let go into an empty one, tags them there by the rules of a folder, and names
 * what of tags, rollups, counts and records differs, and how many sessions are not those that were acknowledged.
 */
export async function compareWithFresh(
  dataFolder: string,
  rulesFolder: string,
  acknowledged: number,
): Promise<string[]> {
  const databases = ['noisefloor', 'fresh']
  const engine = await launchEngine({ dir: join(dataFolder, 'analytics'), log: silent, databases })
  const kept = openAnalytics({ launched: engine })
  const fresh = openAnalytics({ launched: engine, database: 'fresh' })
  try {
    const now = Date.now()
    await tagAfresh(fresh, rulesFolder)
    // What was only marked when the product ended may follow; what nobody marked stays wrong.
    for (const analytics of [kept, fresh]) {
      await refreshDocuments(analytics, { now })
      await refreshTagCounts(analytics, { now })
    }
    const wrong: string[] = []
    const [sums] = await kept.app.run(numbers, {})
    if (sums?.sessions !== acknowledged || sums.ids !== acknowledged)
      wrong.push(`${sums?.sessions} sessions with ${sums?.ids} ids are stored, ${acknowledged} acknowledged`)
    if (!sums?.one || !sums.counted || sums.retired > 0)
      wrong.push(`the rules tell nothing apart: ${JSON.stringify(sums)}`)
    const [mine, theirs] = [await status(kept), await status(fresh)]
    for (const [what, rows] of Object.entries(theirs))
      wrong.push(...differences(what, mine[what] ?? [], rows))
    return wrong
  } finally {
    await kept.close()
    await fresh.close()
    await engine.stop()
  }
}

async function tagAfresh(fresh: Analytics, rulesFolder: string): Promise<void> {
  const tags = readTags(rulesFolder)
  const tagging = compileTagging(tags)
  const names = sessionColumns.map(({ name }) => name).join(', ')
  await migrate(fresh)
  await writeTagCatalogue(fresh, tags)
  await seedActors(fresh)
  await fresh.migrator.command(
    `INSERT INTO {db}.sessions (${names}, tags)
     SELECT ${names}, arraySort(arrayDistinct(${tagging.sql})) FROM noisefloor.sessions`,
    tagging.params,
  )
  await fresh.migrator.command('INSERT INTO {db}.ip_dirty (ip) SELECT DISTINCT src_ip FROM {db}.sessions')
  await fresh.migrator.command('INSERT INTO {db}.tag_stale (day) SELECT DISTINCT day FROM {db}.tag_day')
  const rules = { name: nameOfRules(tags), tagging, counting: compileCounting(tags) }
  for (const day of (await staleDays(fresh, rules.name)).due) await retagIfTouched(fresh, day, rules)
}

const status = async (analytics: Analytics): Promise<Record<string, string[]>> => ({
  sessions: (await analytics.app.run(carried, {})).map(({ row }) => row),
  ...(await derived(analytics)),
})

function differences(what: string, mine: readonly string[], theirs: readonly string[]): string[] {
  const [here, there] = [new Set(mine), new Set(theirs)]
  const odd = [
    ...mine.filter((row) => !there.has(row)).map((row) => `only kept: ${row}`),
    ...theirs.filter((row) => !here.has(row)).map((row) => `only fresh: ${row}`),
  ]
  if (odd.length === 0 && mine.length === theirs.length) return []
  return [`${what}: ${mine.length} rows and ${theirs.length}, ${odd.length} differ`, ...odd.slice(0, 4)]
}
