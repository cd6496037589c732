import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Limits } from '../limits/limits.ts'
import { limitNames } from '../limits/table.ts'
import { measureProcess } from './event-loop.ts'

/** Prometheus text at /metrics: the process, the requests, the ingest. */
export interface Metrics {
  registry: Registry
  requests: Histogram<'method' | 'route' | 'status'>
  /** Requests, connections and pieces of work that a limit refused, by limit and by whose count was full. */
  refused: Counter<'limit' | 'of'>
  /** Rounds of work in the background. */
  jobs: Histogram<'job' | 'outcome'>
  /** Pages shown, by the tracking names of the route table. */
  pageViews: Counter<'page'>
  /** Ends what it looks at by itself. */
  close(): void
}

export interface Gauged {
  name: string
  help: string
  /** Read at scrape time. */
  read: () => number
}

export function openMetrics(gauges: Gauged[]): Metrics {
  const registry = new Registry()
  const close = measureProcess(registry)
  const requests = new Histogram({
    name: 'noisefloor_http_request_seconds',
    help: 'Time from request to the end of its handler.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  })
  for (const { name, help, read } of gauges) {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers: [],
        collect() {
          this.set(read())
        },
      }),
    )
  }
  const refused = new Counter({
    name: 'noisefloor_limit_refused_total',
    help: 'Refused by a limit, by its name and by whose count was full.',
    labelNames: ['limit', 'of'] as const,
    registers: [registry],
  })
  const pageViews = new Counter({
    name: 'noisefloor_page_views_total',
    help: 'Pages shown, by their tracking names.',
    labelNames: ['page'] as const,
    registers: [registry],
  })
  const jobs = new Histogram({
    name: 'noisefloor_job_seconds',
    help: 'Rounds of work in the background, by job and by how they ended.',
    labelNames: ['job', 'outcome'] as const,
    buckets: [0.01, 0.1, 1, 10, 60, 600],
    registers: [registry],
  })
  return { registry, requests, refused, pageViews, jobs, close }
}

/** Which build this is, as Prometheus has it: a gauge that is always 1, its labels say what. */
export function measureBuild({ registry }: Metrics, build: { version: string; react: string }): void {
  new Gauge({
    name: 'noisefloor_build_info',
    help: 'The version of the product, and which build of React renders its pages.',
    labelNames: ['version', 'react'] as const,
    registers: [registry],
  }).set(build, 1)
}

/** What is under way by each limit, read at scrape time; query seconds are no count of a moment. */
export function measureLimits(
  { registry }: Metrics,
  { counts }: Limits,
): { opened: (connections: number) => void } {
  let connections = 0
  const inUse = new Gauge({
    name: 'noisefloor_limit_in_use',
    help: 'What is under way by each limit.',
    labelNames: ['limit'] as const,
    registers: [registry],
    collect() {
      for (const limit of limitNames)
        if (limit !== 'query-seconds')
          inUse.set({ limit }, limit === 'connections' ? connections : counts.inUse(limit))
    },
  })
  return { opened: (now) => void (connections = now) }
}
