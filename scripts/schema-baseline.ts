import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchEngine } from '#store/analytics/launch/launch.ts'
import { type Baseline, definitionsOf, sumOfSteps } from '#store/analytics/migrate/baseline.ts'
import { stepsOf } from '#store/analytics/migrate/migration.ts'
import { runMigrations } from '#store/analytics/migrate/run.ts'
import { migrations } from '#store/analytics/migrations/all.ts'
import { openAnalytics } from '#store/analytics/open.ts'
import { silent } from '#store/log.ts'

/** Writes what the migrations of the analytics store end at (migrate/baseline.ts): run it after one was added. */
const file = new URL('../store/analytics/migrations/baseline.json', import.meta.url)
const dir = await mkdtemp(join(tmpdir(), 'baseline-'))
const engine = await launchEngine({ dir, log: silent })
const analytics = openAnalytics({ launched: engine })
try {
  await runMigrations(analytics, migrations)
  const baseline: Baseline = {
    sum: sumOfSteps(stepsOf(migrations, null)),
    statements: (await definitionsOf(analytics.migrator, analytics.database)).map(({ sql }) => sql),
  }
  await writeFile(file, `${JSON.stringify(baseline, null, 2)}\n`)
} finally {
  await analytics.close()
  await engine.stop()
  await rm(dir, { recursive: true, force: true })
}
