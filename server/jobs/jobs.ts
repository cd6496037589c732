import type { JobStatus } from '#model/server-status.ts'
import type { Job } from './job.ts'
import { type RunnerOptions, type RunningJob, startJob } from './runner.ts'

/** All that runs in the background. */
export interface Jobs {
  /** In the order of the list. */
  status(): JobStatus[]
  /** @throws Error when there is no job of that name */
  statusOf(name: string): JobStatus
  /** Something to do has come for a job; one that does not run here is left alone. */
  wake(name: string): void
  /** The same, and it does not wait for the end of a pause after work. */
  runNow(name: string): void
  stop(): Promise<void>
}

export function startJobs(list: readonly Job[], options: RunnerOptions): Jobs {
  const running = new Map<string, RunningJob>()
  for (const job of list) {
    if (running.has(job.name)) throw new Error(`There are two jobs called "${job.name}".`)
    running.set(job.name, startJob(job, options))
  }
  return {
    status: () => [...running.values()].map((job) => job.status()),
    statusOf(name) {
      const job = running.get(name)
      if (!job) throw new Error(`There is no job called "${name}".`)
      return job.status()
    },
    wake: (name) => running.get(name)?.wake(),
    runNow: (name) => running.get(name)?.runNow(),
    async stop() {
      await Promise.all([...running.values()].map((job) => job.stop()))
    },
  }
}
