import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { type Budget, budget } from '#model/budget.ts'
import { findScope } from '#server/auth/find-scope.ts'
import { makeApp } from '#server/http/app.ts'
import { allowedHosts } from '#server/http/hosts.ts'
import { serverFor } from '#server/http/listener.ts'
import { measureLimits, openMetrics, type Metrics } from '#server/http/metrics.ts'
import type { OnRefused } from '#server/limits/counts.ts'
import { type Limits, openLimits } from '#server/limits/limits.ts'
import { openPages } from '#server/pages/serve.ts'
import { openDemoKeeper } from '#server/run/demo.ts'
import { startRuntime } from '#server/run/runtime.ts'
import { missingSessions, readinessOf } from '#server/run/readiness.ts'
import { readSettings } from '#server/settings.ts'
import type { Pool } from '#server/work/pool.ts'
import type { Tasks } from '#server/work/tasks.ts'
import { bind } from '#services/bind.ts'
import { ctxFor, type Deps } from '#services/context.ts'
import { prepareDataFolder, root, withoutSeconds } from './start.ts'

/** The server with its real stores inside the test's own process, for claims about what its engine does meanwhile. */
export interface Inside {
  url: string
  dataFolder: string
  deps: Deps
  work: Pool<Tasks>
  metrics: Metrics
  limits: Limits
  /** What was logged from "warn" on, a line each. */
  logged: string[]
  close(): Promise<void>
}

/** `environment`: settings beside those of every test; `costs`: what a request may cost, where it is not the usual. */
export async function openInside(
  environment: Record<string, string> = {},
  costs: Partial<Budget> = {},
): Promise<Inside> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'noisefloor-inside-'))
  await prepareDataFolder(dataFolder)
  const read = readSettings(
    {
      NOISEFLOOR_DATA: dataFolder,
      NOISEFLOOR_DEMO: 'off',
      PORT: '0',
      REVERSE_DNS: 'off',
      SOURCES_UPDATE: 'off',
      LIMIT_QUERY_SECONDS: withoutSeconds,
      ...environment,
    },
    root,
  )
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const { settings } = read
  const logged: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
  const clock = (): number => Date.now()
  const { deps, work, close, ...working } = await startRuntime(
    settings,
    log,
    clock,
    () => 'http://localhost',
    {
      ...budget,
      // On a slow machine a busy engine takes long for a sign of life: what then happens is tested where it is stopped.
      silenceMs: 600_000,
      ...costs,
    },
  )
  const metrics = openMetrics([])
  const onRefused: OnRefused = (limit, of) => metrics.refused.inc({ limit, of })
  const limits = openLimits(settings.limits, onRefused)
  const { opened } = measureLimits(metrics, limits)
  const demo = await openDemoKeeper({
    waiting: () => working.drain.status().undrainedSessions,
    db: deps.db,
    log,
    say: () => {},
    clock,
    dataFolder,
    firstStart: false,
  })
  const status = async () => ({
    demo: demo.banner(),
    missingSessions: missingSessions(working.audits),
    version: 'inside',
    method: '1',
    now: new Date(clock()).toISOString(),
    url: 'http://localhost',
    indexable: false,
  })
  const app = makeApp({
    deps,
    work,
    demo,
    log,
    metrics,
    host: settings.host,
    limits,
    hosts: allowedHosts(settings.host, settings.publicUrls),
    indexable: false,
    trustProxy: settings.trustProxy,
    findScope: findScope(deps),
    readiness: () => readinessOf(deps, { ...working, demo }),
    pages: await openPages(
      (asker) => bind(ctxFor(deps, asker), status),
      (page) => metrics.pageViews.inc({ page }),
    ),
  })
  const server = serverFor(app, {
    connections: settings.limits.connections,
    behindProxy: settings.trustProxy,
    onRefused,
    onOpen: opened,
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    dataFolder,
    deps,
    work,
    metrics,
    limits,
    logged,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await close()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}
