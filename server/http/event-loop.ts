import { monitorEventLoopDelay } from 'node:perf_hooks'
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'

/**
 * Milliseconds between two looks at how late the event loop is: what holds it up for less is seen now and then. At the library's 10 an
 * idle server would wake a hundred times a second.
 */
const lookEvery = 200
/** Looks so rare that the library's own never come: what they tell would hold the time between two looks as well. */
const never = 2 ** 31 - 1

const prefix = 'noisefloor_'
const lag = `${prefix}nodejs_eventloop_lag_`

/** The process in numbers; how late the event loop was since it was asked last. */
export function measureProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry, prefix, eventLoopMonitoringPrecision: never })
  for (const name of ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'])
    registry.removeSingleMetric(`${lag}${name}_seconds`)
  const seen = monitorEventLoopDelay({ resolution: lookEvery })
  seen.enable()
  // A look tells the time since the one before.
  const late = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e9 - lookEvery / 1000)
  const tell = (name: string, help: string, read: () => number): void =>
    registry.registerMetric(
      new Gauge({
        name: `${lag}${name}_seconds`,
        help,
        registers: [],
        collect() {
          this.set(read())
        },
      }),
    )
  tell('p50', 'How late the event loop was at half of the looks, five a second.', () =>
    late(seen.percentile(50)),
  )
  tell('p99', 'How late the event loop was at most at 99 of 100 looks, five a second.', () =>
    late(seen.percentile(99)),
  )
  tell(
    'max',
    'How late the event loop was at the worst of the looks, five a second. Most of what lasts less than a fifth of a second is not seen.',
    () => {
      const worst = late(seen.max)
      // Asked last, in the order in which they were told of.
      seen.reset()
      return worst
    },
  )
}
