import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import LongestFirst from './scripts/longest-first.ts'
import { attackLack } from './sensor/testing/attack-lack.ts'
import { captureLack } from './sensor/testing/capture-right.ts'
import { privateAddress } from './sensor/testing/private-address.ts'
import { postgresPrograms } from './store/testing/postgres-programs.ts'
import { extraDataFolder } from './tests/extra-data.ts'

const withoutBrowser = process.env.NOISEFLOOR_NO_BROWSER === '1' ? ['tests/browser/**'] : []

/** Suites about PostgreSQL are no part of the run where the system has none, and the run says so (vitest.run.ts). */
const withoutPostgres = postgresPrograms() === null ? ['**/*.postgres.test.ts'] : []

/** Suites that capture in a network of their own are no part of the run where that cannot be made, and the run says so. */
const withoutCapture = captureLack() === null ? [] : ['**/*.capture.test.ts']

/** Suites in which scanners attack a sensor need them, or are no part of the run, which says so. */
const withoutAttacks = attackLack() === null ? [] : ['**/*.attack.test.ts']

/** Suites with a device in a private network need such an address, or are no part of the run, which says so. */
const withoutDevice = privateAddress() === null ? ['**/*.device.test.ts'] : []

/** Suites over extra data: without its setting they are no part of the run, so that nothing is skipped and no file is empty. */
const extraSuites = '**/*.extra.test.ts'
const extra = {
  extends: true as const,
  test: { name: 'extra', include: [extraSuites], exclude: ['node_modules/**', 'build/**'] },
}

/** Suites about the process they run in need one of their own. */
const alone = '**/*.alone.test.ts'

/** Folders whose code keeps no state and reaches no system (docs/architecture.md): their files need no process of their own. */
const pure = ['app', 'demo', 'gnql', 'methods', 'model', 'packet', 'profiles', 'tags'].map(
  (folder) => `${folder}/**`,
)

/** Files that open the server inside their own process: to load its code is half of what they cost, so they share processes. */
const inside = globSync('tests/**/*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
  /\b(?:openInside|openLists|openPages|startAnalyses|startForClients)\(/.test(
    readFileSync(join(import.meta.dirname, file), 'utf8'),
  ),
)

/** Unit and integration claims stand beside the code; `tests/` holds the joins (a running product, a browser). */
export default defineConfig({
  test: {
    environment: 'node',
    globalSetup: ['./vitest.run.ts'],
    setupFiles: ['./vitest.setup.ts'],
    // Four at least, also on two cores: a file waits for its engine, its server or its browser as often as it works.
    maxWorkers: Math.max(4, availableParallelism() - 1),
    sequence: { sequencer: LongestFirst },
    // The line that tells of a failure at once (scripts/progress.ts) names what went wrong, not how many things did.
    chaiConfig: { truncateThreshold: 400 },
    // Limits only end what hangs: whatever passes must also pass on a machine that does other things.
    testTimeout: 1_500_000,
    hookTimeout: 1_500_000,
    expect: { poll: { timeout: 600_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: pure.flatMap((folder) => [`${folder}/*.test.ts`, `${folder}/*.test.tsx`]),
          exclude: [extraSuites],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          // A process of its own would load the same code again for every file, a sixth of what these cost.
          isolate: false,
          include: ['*/**/*.test.ts', '*/**/*.test.tsx'],
          exclude: [
            'tests/**',
            'node_modules/**',
            'build/**',
            extraSuites,
            alone,
            ...withoutPostgres,
            ...withoutCapture,
            ...pure,
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'joins',
          include: ['tests/**/*.test.ts', alone],
          exclude: [
            'node_modules/**',
            'build/**',
            extraSuites,
            ...withoutPostgres,
            ...withoutBrowser,
            ...withoutAttacks,
            ...inside,
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'inside',
          include: inside,
          exclude: [extraSuites, ...withoutPostgres, ...withoutBrowser, ...withoutCapture, ...withoutDevice],
          // Where a clock is set, every file begins at that time: in a process of its own.
          isolate: process.env.NOISEFLOOR_CLOCK !== undefined,
          // As server/main.ts says it: React renders pages several times faster than for a developer.
          env: { NODE_ENV: 'production' },
        },
      },
      ...(extraDataFolder() === null ? [] : [extra]),
    ],
  },
})
