import { cpSync, existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

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
  // Several files of tests begin at once: one of them makes it, the others wait.
  while (!existsSync(made)) if (!(await makeAlone(made, make))) await setTimeout(50)
  // A third of what the asynchronous one takes, and nothing else is under way here.
  cpSync(made, to, { recursive: true })
}

/** @returns false where another process is making it */
async function makeAlone(made: string, make: (folder: string) => Promise<void>): Promise<boolean> {
  const [lock, making] = [`${made}.lock`, `${made}.making`]
  const isTaken = await mkdir(lock).then(
    () => true,
    () => false,
  )
  if (!isTaken) return false
  try {
    await mkdir(making)
    await make(making)
    await rename(making, made)
    return true
  } catch (error) {
    await rm(making, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    await rm(lock, { recursive: true })
    throw error
  }
}
