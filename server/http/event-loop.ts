import { createHistogram, performance, type RecordableHistogram } from 'node:perf_hooks'
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import { toWholeSecond } from '#model/whole-seconds.ts'

/**
 * Milliseconds between two looks at how late the event loop is, while it works and while it rests: what holds it up for less is seen now
 * and then. At the library's 10 an idle server would wake a hundred times a second.
 */
const pauseMs = { working: 50, resting: 1000 }
/** Part of the time in which it works where it does not rest. */
const workingShare = 0.2
/** Looks so rare that the library's own never come: what they tell would hold the time between two looks as well. */
const never = 2 ** 31 - 1

const prefix = 'noisefloor_'
const lag = `${prefix}nodejs_eventloop_lag_`

/** Nanoseconds that looks came late, from now on until it is stopped. */
function lateness(): { seen: RecordableHistogram; stop: () => void } {
  const seen = createHistogram()
  let before = performance.eventLoopUtilization()
  let timer: NodeJS.Timeout
  const lookIn = (ms: number): void => {
    const due = performance.now() + ms
    timer = setTimeout(() => {
      seen.record(Math.max(1, Math.round((performance.now() - due) * 1e6)))
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, before)
      before = now
      lookIn(utilization > workingShare ? pauseMs.working : toWholeSecond(pauseMs.resting))
    }, ms).unref()
  }
  lookIn(pauseMs.working)
  return { seen, stop: () => clearTimeout(timer) }
}

/** The process in numbers; how late the event loop was since it was asked last. @returns what ends the looks at the loop */
export function measureProcess(registry: Registry): () => void {
  collectDefaultMetrics({ register: registry, prefix, eventLoopMonitoringPrecision: never })
  for (const name of ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99'])
    registry.removeSingleMetric(`${lag}${name}_seconds`)
  const { seen, stop } = lateness()
  const tell = (name: string, help: string, read: () => number): void =>
    registry.registerMetric(
      new Gauge({
        name: `${lag}${name}_seconds`,
        help,
        registers: [],
        collect() {
          this.set(read() / 1e9)
        },
      }),
    )
  const looks = 'looks, twenty a second while it works and one while it rests'
  tell('p50', `How late the event loop was at half of the ${looks}.`, () => seen.percentile(50))
  tell('p99', `How late the event loop was at most at 99 of 100 ${looks}.`, () => seen.percentile(99))
  tell(
    'max',
    `How late the event loop was at the worst of the ${looks}. What lasts less than the time between two looks may not be seen.`,
    () => {
      const worst = seen.max
      // Asked last, in the order in which they were told of.
      seen.reset()
      return worst
    },
  )
  return stop
}
