import { cpSync, existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Names the folder of one run of the tests, for all its processes; vitest.run.ts makes it and removes it. */
export const runVariable = 'NOISEFLOOR_TEST_RUN'

/** Whether this process takes part in such a run; torture and benchmarks do not. */
export const isRun = (): boolean => process.env[runVariable] !== undefined

/**
 * Fills `to` with what `make` leaves in an empty folder. It is made once in a run of the tests, under `name`, and copied
 * from then on; outside of a run it is made where it is wanted.
 */
export async function fillOnceARun(
  name: string,
  to: string,
  make: (folder: string) => Promise<void>,
): Promise<void> {
  const run = process.env[runVariable]
  if (run === undefined) return make(to)
  const made = join(run, name)
  if (!existsSync(made)) {
    const making = await mkdtemp(join(run, `making-${name}-`))
    await make(making)
    // Two files of tests may have begun at once: the one that ends first is taken by both.
    await rename(making, made).catch(() =>
      rm(making, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
    )
  }
  // A third of what the asynchronous one takes, and nothing else is under way here.
  cpSync(made, to, { recursive: true })
}
