import { setTimeout as sleep } from 'node:timers/promises'
import { type LaunchedEngine, launchEngine, type LaunchOptions } from './launch.ts'

export interface SupervisedEngine {
  /** The engine of the moment; null while a fallen one is being started again. Give it to openAnalytics. */
  current(): LaunchedEngine | null
  /** How often it had to be started again. */
  restarts(): number
  stop(): Promise<void>
}

export interface SuperviseOptions extends LaunchOptions {
  /** Waits between attempts, in milliseconds; the last one repeats. A minute of life starts them anew. */
  waits?: readonly number[]
}

const usualWaits = [0, 500, 1000, 2000, 5000, 10_000, 30_000]
const healthy = 60_000

/**
 * Keeps an engine running: when it falls it is started again with new secrets, ever more slowly while it keeps
 * falling. The first start is the caller's to see fail.
 */
export async function superviseEngine(options: SuperviseOptions): Promise<SupervisedEngine> {
  const { log, waits = usualWaits } = options
  const stopping = new AbortController()
  let current: LaunchedEngine | null = await launchEngine(options)
  let restarts = 0

  const watch = async (): Promise<void> => {
    let failures = 0
    while (current && !stopping.signal.aborted) {
      const since = performance.now()
      const { wished, stderr } = await current.exited
      current = null
      if (wished) return
      if (performance.now() - since > healthy) failures = 0
      log.error({ said: stderr.slice(-2000) }, 'the analytics engine fell and is started again')
      while (!current && !stopping.signal.aborted) {
        await sleep(waits[Math.min(failures, waits.length - 1)] ?? 0, null, {
          signal: stopping.signal,
        }).catch(() => null)
        failures += 1
        if (!stopping.signal.aborted) current = await restart()
      }
    }
  }
  const restart = async (): Promise<LaunchedEngine | null> => {
    try {
      const engine = await launchEngine(options)
      restarts += 1
      log.info({ restarts }, 'the analytics engine serves again')
      return engine
    } catch (error) {
      log.error({ err: error }, 'the analytics engine did not start again')
      return null
    }
  }
  const watching = watch()

  return {
    current: () => current,
    restarts: () => restarts,
    async stop() {
      stopping.abort()
      await current?.stop()
      await watching
      // A start that was under way when the wish came.
      await current?.stop()
    },
  }
}
