import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { launchEngine } from '../launch/launch.ts'
import { silent } from '../../log.ts'
import { openAnalytics } from '../open.ts'
import { count } from '../query/columns.ts'
import { defineQuery } from '../query/define.ts'
import type { Migration } from './migration.ts'
import { runMigrations } from './run.ts'

const dir = await mkdtemp(join(tmpdir(), 'engine-'))
afterAll(() => rm(dir, { recursive: true, force: true }))

const steps = 12
const migration: Migration = {
  name: '001-many',
  statements: Array.from(
    { length: steps },
    (_, n) => `CREATE TABLE IF NOT EXISTS {local}.t${n} (a UInt8) ENGINE = {E:MergeTree} ORDER BY a`,
  ),
}

const recorded = defineQuery({
  name: 'recorded',
  params: z.object({}),
  row: z.object({ rows: count, steps: count }),
  sql: 'SELECT count() AS rows, uniqExact(step) AS steps FROM {db}.migrations',
})

test('a process killed amid its migrations leaves a store that the next one completes at once', async () => {
  const module = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href)
  const script = `import { launchEngine } from ${module('../launch/launch.ts')}
    import { silent } from ${module('../../log.ts')}
    import { openAnalytics } from ${module('../open.ts')}
    import { runMigrations } from ${module('./run.ts')}
    const launched = await launchEngine({ dir: process.argv[1], log: silent })
    const onStatement = ({ sql }) => sql.includes('noisefloor.t') && console.log(sql)
    await runMigrations(openAnalytics({ launched, onStatement }), [JSON.parse(process.argv[2])])`
  const runner = spawn(
    process.execPath,
    ['--input-type=module', '--eval', script, dir, JSON.stringify(migration)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let seen = 0
  for await (const _ of createInterface({ input: runner.stdout })) if (++seen === 5) runner.kill('SIGKILL')
  if (runner.exitCode === null && runner.signalCode === null) await once(runner, 'exit')
  expect(runner.signalCode).toBe('SIGKILL')

  const launched = await launchEngine({ dir, log: silent })
  let asked = 0
  const onStatement = ({ sql }: { sql: string }): void =>
    void (asked += Number(sql.includes('migration_lock_[')))
  const analytics = openAnalytics({ launched, onStatement })
  const ran = await runMigrations(analytics, [migration])
  // The lock of whoever was killed is not waited for: it would hold for a minute, and is asked for some times a second.
  expect(asked).toBeGreaterThan(0)
  expect(asked).toBeLessThan(50)
  expect(ran).toBeGreaterThan(0)
  expect(ran).toBeLessThan(steps)
  expect(await analytics.app.run(recorded, {})).toEqual([{ rows: steps, steps }])
  await analytics.close()
  await launched.stop()
})
