import type { Deps } from '#services/context.ts'
import { silenceMs } from '#services/sensors/status.ts'
import type { Job } from './job.ts'

const tenSeconds = 10_000
const atOnce = 200
/** Milliseconds between two removals of what is remembered of batches: to remove nothing is a commit, too. */
const removalMs = 600_000

/** Sensors that fell silent: whoever reads the changes of the workspace is told once, and again when one is heard. */
export const sensors = ({
  installation,
  clock,
  batchMemoryMs,
}: Pick<Deps, 'installation' | 'clock'> & { batchMemoryMs: number }): Job => {
  let removedAt = -Infinity
  return {
    name: 'sensors',
    about: 'notices sensors that fell silent',
    runsOn: 'one',
    pauseMs: () => tenSeconds,
    async run() {
      const now = clock()
      const silent = await installation.sensors.newlySilent({ before: now - silenceMs, now, limit: atOnce })
      for (const { id, workspace, name, lastHeartbeat } of silent)
        await installation.accounts.record({
          workspace,
          actor: `sensor ${id}`,
          act: 'sensor.silent',
          subject: `sensor ${name}`,
          before: new Date(lastHeartbeat).toISOString(),
          after: '',
          address: '',
          at: now,
        })
      if (now - removedAt >= removalMs) {
        await installation.sensors.removeBatchesBefore(now - batchMemoryMs)
        removedAt = now
      }
      return silent.length === atOnce
    },
  }
}
