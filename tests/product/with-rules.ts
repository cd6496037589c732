import { compileRuleSet } from '#pipeline/tag/rule-set.ts'
import { seedActors } from '#services/sources/seed-actors.ts'
import { launchEngine } from '#store/analytics/launch/launch.ts'
import { openAnalytics } from '#store/analytics/open.ts'
import { storeRules } from '#store/analytics/rebuild/rule-sets.ts'
import { writeTagCatalogue } from '#store/analytics/tag-catalogue/write.ts'
import { fillWithSchema } from '#store/analytics/testing.ts'
import { silent } from '#store/log.ts'
import { loadTags } from '#tags/load.ts'

/** The engine's folder with the tags, rules and actors of this version, as server/run/runtime.ts writes them. */
export async function fillWithRules(dir: string): Promise<void> {
  await fillWithSchema(dir)
  const engine = await launchEngine({ dir, log: silent })
  const analytics = openAnalytics({ launched: engine })
  try {
    const tags = loadTags()
    await writeTagCatalogue(analytics, tags)
    await seedActors(analytics)
    await storeRules(analytics, compileRuleSet(tags))
  } finally {
    await analytics.close()
    await engine.stop()
  }
}
