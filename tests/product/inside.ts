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
import { openMetrics, type Metrics } from '#server/http/metrics.ts'
import { openPages } from '#server/pages/serve.ts'
import { openDemoKeeper } from '#server/run/demo.ts'
import { openHouse } from '#server/run/house.ts'
import { readinessOf } from '#server/run/readiness.ts'
import { readSettings } from '#server/settings.ts'
import type { Pool } from '#server/work/pool.ts'
import type { Tasks } from '#server/work/tasks.ts'
import { bind } from '#services/bind.ts'
import { ctxFor, type House } from '#services/context.ts'
import { prepareDataFolder, root } from './start.ts'

/** The server with its real stores inside the test's own process, for claims about what its engine does meanwhile. */
export interface Inside {
  url: string
  dataFolder: string
  house: House
  work: Pool<Tasks>
  metrics: Metrics
  /** What was logged from "warn" on, a line each. */
  logged: string[]
  close(): Promise<void>
}

/** `environment`: settings beside those of every test; `limits`: what a request may cost, where it is not the usual. */
export async function openInside(
  environment: Record<string, string> = {},
  limits: Partial<Budget> = {},
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
      ...environment,
    },
    root,
  )
  if (!read.ok) throw new Error(read.problems.join('\n'))
  const { settings } = read
  const logged: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
  const clock = (): number => Date.now()
  const { house, work, drain, refresher, retagger, close } = await openHouse(
    settings,
    log,
    clock,
    () => 'http://localhost',
    { ...budget, ...limits },
  )
  const metrics = openMetrics([])
  const demo = await openDemoKeeper({
    db: house.db,
    log,
    say: () => {},
    clock,
    dataFolder,
    firstStart: false,
  })
  const standing = async () => ({
    demo: demo.standing(),
    version: 'inside',
    method: '1',
    now: new Date(clock()).toISOString(),
    url: 'http://localhost',
    indexable: false,
  })
  const app = makeApp({
    house,
    work,
    demo,
    log,
    metrics,
    hosts: allowedHosts(settings.host, settings.publicUrl),
    indexable: false,
    trustProxy: false,
    findScope: findScope(house),
    readiness: () => readinessOf(house, { drain, refresher, retagger }),
    pages: await openPages((asker) => bind(ctxFor(house, asker), standing)),
  })
  const server = serverFor(app)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    dataFolder,
    house,
    work,
    metrics,
    logged,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await close()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}
