import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Prometheus text at /metrics: the process, the requests, the ingest. */
export interface Metrics {
  registry: Registry
  requests: Histogram<'method' | 'route' | 'status'>
}

export interface Gauged {
  name: string
  help: string
  /** Read at scrape time. */
  read: () => number
}

export function openMetrics(gauges: Gauged[]): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'noisefloor_' })
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
  return { registry, requests }
}
